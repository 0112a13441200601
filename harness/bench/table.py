"""The benchmarks' tables."""

COMMAND = "python3 harness/bench/bench.py --write reports"


def markdown(told):
    parts = [
        "# How fast the harness is\n",
        f"`{COMMAND}`\n",
        "Medians, and in brackets the least and the most. Everything in one table was run in "
        "turn, so that a busy machine slows all of it alike; the ratios are what to read.\n",
    ]
    machine = told.get("machine")
    if machine:
        parts.append(f"{machine['cpus']} processors, load {machine['load']} at the start.\n")
    for name, write in (("startup", startup), ("wire", wire), ("growth", growth), ("peers", peers)):
        if told.get(name):
            parts.append(write(told[name]))
    return "\n".join(parts)


def milli(seconds):
    return " ".join([f"{seconds['median'] * 1e3:.1f}", bracket(seconds, 1e3)])


def bracket(values, scale=1.0, digits=1):
    return f"({values['least'] * scale:.{digits}f}–{values['most'] * scale:.{digits}f})"


def startup(rows):
    base = rows["the empty program"]["wall"]["median"]
    lines = [
        "## In process, from start to exit\n",
        "| program | wall, ms | CPU, ms | times the empty program | memory, MiB |",
        "|---|--:|--:|--:|--:|",
    ]
    for name, row in rows.items():
        times = row["wall"]["median"] / base
        memory = row["memory"]["median"]
        lines.append(f"| {name} | {milli(row['wall'])} | {milli(row['cpu'])} | {times:.1f} | {memory:.0f} |")
    return "\n".join(lines) + "\n"


def wire(rows):
    lines = [
        "## A run over a subprocess\n",
        "The whole suite judged, against a loop that writes the same bytes and reads the same "
        "answers without a look at them; as many runs under way in both; starting not counted.\n",
        "| adapter | runs | under way | bare, µs a run | judged, µs a run | ratio |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for name, row in rows.items():
        bare, judged, ratio = (row[key] for key in ("bare", "judged", "ratio"))
        lines.append(
            f"| {name} | {row['runs']} | {row['in_flight']} | {bare['median']:.1f} {bracket(bare)} "
            f"| {judged['median']:.1f} {bracket(judged)} "
            f"| {ratio['median']:.2f} {bracket(ratio, digits=2)} |"
        )
    return "\n".join(lines) + "\n"


def growth(rows):
    lines = [
        "## As the suite grows\n",
        "The suite copied under new ids into a folder, one worker, JSON report on.\n",
        "| cases | how | wall, s | CPU, s | µs of CPU a case | memory, MiB |",
        "|--:|---|--:|--:|--:|--:|",
    ]
    for row in rows:
        for how in ("in process", "over a subprocess"):
            wall, cpu = row[how]["wall"]["median"], row[how]["cpu"]["median"]
            lines.append(
                f"| {row['cases']} | {how} | {wall:.2f} | {cpu:.2f} "
                f"| {cpu / row['cases'] * 1e6:.0f} | {row[how]['memory']['median']:.0f} |"
            )
    return "\n".join(lines) + "\n"


def peers(rows):
    lines = [
        "## The same job by other means\n",
        "The same cases and runs over the same adapter, start to exit. This harness judges four "
        "clauses, compares variants, runs again what differs, and writes a report; pytest sends "
        "the same runs to one adapter process and looks whether entries came; a process a case "
        "starts the adapter for each case and compares its entries. Bowtie's `direct:null` is "
        "given as many cases and tests of the same texts, calls a function in its own process "
        "(no subprocess at all) and compares one boolean each.\n",
        "| adapter | by | wall, ms | times this harness |",
        "|---|---|--:|--:|",
    ]
    for name, row in rows.items():
        if name == "bowtie":
            continue
        base = row["this harness"]["wall"]["median"]
        for by, one in row.items():
            lines.append(f"| {name} | {by} | {milli(one['wall'])} | {one['wall']['median'] / base:.1f} |")
    bowtie = rows.get("bowtie")
    if bowtie and "wall" in bowtie:
        base = rows["rust"]["this harness"]["wall"]["median"]
        lines.append(f"| none | bowtie direct | {milli(bowtie['wall'])} | {bowtie['wall']['median'] / base:.1f} |")
    else:
        lines.append("| none | bowtie direct | not measured: it did not run here | |")
    return "\n".join(lines) + "\n"
