// A report of 10,000 cases with long payloads, half of them failing.
const CASES = 10_000;
const LONG = Number(process.env.FLOWDROP_LONG ?? 1_000);

export function large(base) {
  const failing = base.cases.find((one) => one.scenario && one.findings.some((found) => found.leak));
  const passing = base.cases.find((one) => one.outcomes.every((own) => own.outcome === 'passed'));
  const filler = 'A long line of a report that somebody wrote. '.repeat(Math.ceil(LONG / 45)).slice(0, LONG);
  const cases = Array.from({ length: CASES }, (_, at) => {
    const one = structuredClone(at % 2 === 0 ? failing : passing);
    one.id = `RT-TOOL-3/large/case-${String(at).padStart(5, '0')}`;
    for (const finding of one.findings) {
      finding.expected = `${filler}${finding.expected}`;
      finding.actual = `${filler}${finding.actual}`;
      if (finding.leak) { finding.leak.start += filler.length; finding.leak.end += filler.length; }
    }
    return one;
  });
  return { ...base, cases };
}
