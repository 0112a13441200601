<?php

/**
 * flowdrop-conformance, the adapter kit for PHP (8.2, command line, no dependencies).
 *
 * An adapter drives one runtime for the harness: it builds the runtime for a
 * scenario, runs it and reports what came out. It never judges.
 *
 *     require 'flowdrop_conformance.php';
 *     use FlowdropConformance\{Adapter, Script, Unsupported};
 *
 *     final class MyAdapter implements Adapter
 *     {
 *         public function describe(): array { return ['implementation' => …, …]; }
 *         public function run(\stdClass $scenario): array { return ['passes' => […], …]; }
 *     }
 *     FlowdropConformance\serve(new MyAdapter());
 *
 * The kit speaks protocol 1 (JSON Lines on stdin and stdout), keeps everything
 * else off stdout, turns exceptions into answers, and refuses to write a value
 * that JSON would silently change.
 *
 * Maps in a scenario are stdClass, so that {} stays {} and {"0":"a"} stays a map:
 * `$scenario->passes`, `$call->tool_call_id ?? null`. Pass them on as they are.
 */

declare(strict_types=1);

namespace FlowdropConformance;

/** The protocol that this kit speaks. */
const PROTOCOL = 1;

/** How deep JSON may nest, the envelope included. */
const DEPTH = 1024;

/** Drives one runtime. */
interface Adapter
{
    /**
     * @return array{implementation: array, adapter: array, facets: array, read_from?: array, supports?: list<string>}
     */
    public function describe(): array;

    /**
     * One scenario, one run of a freshly built runtime.
     *
     * @return array{ports?: array, passes: list<array>, tool_artifacts?: ?list<mixed>, aborted?: array}
     */
    public function run(\stdClass $scenario): array;
}

/** Throw it from `run` when the runtime has no way to do what a scenario needs. */
final class Unsupported extends \RuntimeException
{
    public function __construct(public readonly string $feature, public readonly string $reason)
    {
        parent::__construct("$feature: $reason");
    }
}

// ----------------------------------------------------------------- fake tools

/**
 * What the fake tools of one scenario return, and the record of what they did.
 *
 * Make one for each run, call `startPass($n)` when the fake model hands out the
 * calls of pass n, let every tool return (or be built from) `result($key)`, and
 * report `invoked($n)`. PHP runs one call at a time, so nobody waits for a turn.
 *
 * `failedArtifacts: false` is for a runtime whose idiom for a failure has no room for
 * artifacts: a failed call's result then comes without them, and is recorded so.
 */
final class Script
{
    private ?int $pass = null; // until `startPass`

    /** @var list<list<string>> the keys that each pass has not asked for yet */
    private array $unasked = [];

    /** @var array<int, list<array{script: string, artifacts: int}>> */
    private array $invoked = [];

    private ?\LogicException $fault = null;

    public function __construct(private readonly \stdClass $scenario, private readonly bool $failedArtifacts = true)
    {
        foreach ($scenario->passes as $pass) {
            $this->unasked[] = array_map(fn (\stdClass $call): ?string => $call->args->script ?? null, $pass->tool_calls);
        }
    }

    /**
     * The calls that follow belong to pass `$number` (from 0). An adapter that does not
     * play the model (the witness does) never says so: the n-th call of a key then
     * belongs to the n-th place in the scenario that makes it.
     */
    public function startPass(int $number): void
    {
        $this->pass = $number;
    }

    /**
     * The scripted result for `$key` (the tool's argument `script`), `success`, `data`,
     * `error` and perhaps `artifacts`: a copy, so that nothing that a runtime does to it
     * is seen by another call. Throws what is scripted as `raises`.
     */
    public function result(string $key): \stdClass
    {
        if (!isset($this->scenario->script->$key)) {
            $this->fault ??= new \LogicException("a fake tool was asked for a script '$key', which the scenario does not have");
            throw $this->fault;
        }
        $result = unserialize(serialize($this->scenario->script->$key));
        $raises = $result->raises ?? null;
        unset($result->raises, $result->finishes);
        if ($raises !== null || (!$this->failedArtifacts && ($result->success ?? false) !== true)) {
            unset($result->artifacts);
        }
        $artifacts = is_array($result->artifacts ?? null) ? count($result->artifacts) : 0;
        $this->invoked[$this->pass ?? $this->passOf($key)][] = ['script' => $key, 'artifacts' => $artifacts];
        if ($raises !== null) {
            throw new \RuntimeException(is_string($raises) ? $raises : encode($raises));
        }
        return $result;
    }

    /**
     * What was invoked in pass `$number`, in the order of completion.
     *
     * @return list<array{script: string, artifacts: int}>
     */
    public function invoked(int $number): array
    {
        if ($this->fault !== null) {
            throw $this->fault;
        }
        return $this->invoked[$number] ?? [];
    }

    private function passOf(string $key): int
    {
        foreach ($this->unasked as $number => $keys) {
            $place = array_search($key, $keys, true);
            if ($place !== false) {
                unset($this->unasked[$number][$place]);
                return $number;
            }
        }
        return count($this->unasked) - 1; // called more often than the model asked for
    }
}

/**
 * RT-TOOL-3's entries for one call, for a runtime that has no such list of its own:
 * from what the runtime kept (`$artifacts`) and the id that it paired it with. Built key
 * by key; what is no {type, payload} map is left out, as RT-TOOL-2 has it. An adapter
 * that uses this says so: the facet `entries` is then `bridged`.
 *
 * @return list<array{type: string, payload: \stdClass, tool_call_id: ?string}>
 */
function entries(mixed $artifacts, ?string $toolCallId): array
{
    $entries = [];
    foreach (is_array($artifacts) ? $artifacts : [] as $artifact) {
        $type = $artifact->type ?? null;
        $payload = $artifact->payload ?? null;
        if ($artifact instanceof \stdClass && is_string($type) && $type !== '' && $payload instanceof \stdClass) {
            $entries[] = ['type' => $type, 'payload' => $payload, 'tool_call_id' => $toolCallId];
        }
    }
    return $entries;
}

// ----------------------------------------------------------------------- JSON

/** Objects become stdClass; integers of 64 bits stay integers. */
function decode(string $json): mixed
{
    return json_decode($json, false, DEPTH, JSON_THROW_ON_ERROR);
}

/**
 * `json_encode`, but a value that it would drop or change is an error that names the
 * place: NAN, an instance of a class, an array that is neither a list nor a map.
 */
function encode(mixed $value, string $path = 'observation'): string
{
    refuse($value, $path);
    return json_encode($value, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR, DEPTH);
}

function refuse(mixed $value, string $path): void
{
    $what = match (true) {
        is_float($value) && !is_finite($value) => (string) $value,
        is_string($value) && preg_match('//u', $value) !== 1 => 'a string that is not UTF-8',
        is_object($value) && !$value instanceof \stdClass => 'an instance of ' . $value::class,
        is_resource($value) => 'a resource',
        is_array($value) && has_gaps($value) => 'an array whose whole-number keys are no list (array_values() makes a list of it, (object) a map)',
        default => null,
    };
    if ($what !== null) {
        throw new \UnexpectedValueException("$path is $what, which JSON cannot carry; report what the runtime had as plain JSON values");
    }
    if (is_array($value) || is_object($value)) {
        foreach ((array) $value as $key => $inner) {
            refuse($inner, is_array($value) && array_is_list($value) ? "{$path}[$key]" : "$path.$key");
        }
    }
}

/** array_filter() on a list leaves gaps, and json_encode() would make a map of it. */
function has_gaps(array $value): bool
{
    return !array_is_list($value) && array_filter(array_keys($value), is_string(...)) === [];
}

// ------------------------------------------------------------------- protocol

/** Speaks protocol 1 over stdio until `bye` (or the end of stdin), then exits 0. */
function serve(Adapter $adapter): never
{
    $stdout = take_stdout();
    ini_set('serialize_precision', '-1'); // floats are written so that they read back equal
    $description = describe($adapter);
    while (($line = fgets(STDIN)) !== false) {
        if (trim($line) === '') {
            continue;
        }
        $request = read($line);
        $answer = is_string($request) ? $request : match ($request->cmd) {
            'bye' => exit(0),
            'hello' => hello($request, $description),
            'run' => answer($adapter, $request),
        };
        write($stdout, $answer . "\n");
    }
    exit(0);
}

/**
 * Keeps stdout for the protocol and sends everything else to stderr; returns the
 * protocol's own handle. `serve` does it; call it earlier (before a noisy `require`)
 * if something prints before that.
 *
 * @return resource
 */
function take_stdout()
{
    static $protocol = null;
    if ($protocol === null) {
        $protocol = fopen('php://stdout', 'wb'); // a duplicate of descriptor 1
        // echo, print, var_dump, PHP's own warnings. Neither removable nor cleanable.
        ob_start(static function (string $text): string {
            fwrite(STDERR, $text);
            return '';
        }, 1, 0);
        // Descriptor 1 itself becomes stderr (an open takes the lowest free number):
        // child processes and php://stdout are harmless too. Only the constant STDOUT
        // is lost: writing to it throws, and the run is answered with that error.
        fclose(STDOUT);
        $GLOBALS['flowdrop_conformance_fd1'] = fopen('php://stderr', 'wb');
    }
    return $protocol;
}

/** @param resource $stdout */
function write($stdout, string $text): void
{
    while ($text !== '') {
        $written = fwrite($stdout, $text);
        if ($written === false || $written === 0) {
            exit(0); // nobody listens any more
        }
        $text = substr($text, $written);
    }
    fflush($stdout);
}

function describe(Adapter $adapter): string
{
    $description = ['protocol' => PROTOCOL] + $adapter->describe() + ['supports' => []];
    $description['max_in_flight'] = 1;
    foreach ([['implementation', 'name'], ['implementation', 'version'], ['adapter', 'name'], ['adapter', 'version']] as [$member, $name]) {
        if (!is_string($description[$member][$name] ?? null)) {
            throw new \UnexpectedValueException("describe() must return `$member.$name`");
        }
    }
    if (!is_array($description['facets'] ?? null)) {
        throw new \UnexpectedValueException('describe() must return `facets`');
    }
    $description['implementation'] = array_filter($description['implementation'], fn ($value) => $value !== null);
    return encode($description, 'description');
}

/** A request that can be worked on, or the answer that says why not. */
function read(string $line): \stdClass|string
{
    try {
        $request = decode($line);
    } catch (\JsonException $error) {
        // One JSON text that PHP cannot hold as an object: a key that begins with U+0000.
        $seq = json_decode($line, true, DEPTH)['seq'] ?? null;
        return failure($seq, "a line that PHP cannot read as JSON: {$error->getMessage()}");
    }
    $seq = $request->seq ?? null;
    return match (true) {
        !is_string($request->cmd ?? null) => failure($seq, 'a request without the required field `cmd`'),
        in_array($request->cmd, ['hello', 'bye'], true) => $request,
        $request->cmd !== 'run' => failure($seq, "an unknown cmd '{$request->cmd}'"),
        !is_int($seq) => failure(null, 'a run without the required field `seq`'),
        !($request->scenario ?? null) instanceof \stdClass => failure($seq, 'a run without the required field `scenario`'),
        default => $request,
    };
}

function hello(\stdClass $request, string $description): string
{
    if (!in_array(PROTOCOL, $request->protocols ?? [], true)) {
        fwrite(STDERR, 'this adapter speaks protocol ' . PROTOCOL . ', the harness offers ' . json_encode($request->protocols ?? null) . "\n");
        exit(2);
    }
    return $description;
}

function answer(Adapter $adapter, \stdClass $request): string
{
    $levels = ob_get_level();
    try {
        $observation = $adapter->run($request->scenario);
        return "{\"seq\":{$request->seq},\"observation\":" . encode($observation ?: new \stdClass()) . '}';
    } catch (Unsupported $unsupported) {
        return encode(['seq' => $request->seq, 'unsupported' => ['feature' => $unsupported->feature, 'reason' => $unsupported->reason]]);
    } catch (\Throwable $error) {
        return failure($request->seq, $error->getMessage(), $error::class . " at {$error->getFile()}:{$error->getLine()}\n{$error->getTraceAsString()}");
    } finally {
        while (ob_get_level() > $levels) { // a buffer that the runtime left open
            ob_end_flush();
        }
    }
}

function failure(mixed $seq, string $message, string $detail = ''): string
{
    return json_encode(['seq' => $seq, 'error' => ['message' => $message, 'detail' => $detail]], JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_INVALID_UTF8_SUBSTITUTE | JSON_THROW_ON_ERROR);
}
