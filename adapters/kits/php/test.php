#!/usr/bin/env php
<?php

// php test.php: drives the programs over pipes; exits 1 if something is wrong.

declare(strict_types=1);

use FlowdropConformance\Script;

require_once __DIR__ . '/flowdrop_conformance.php';

/** A running program with its pipes. */
final class Program
{
    /** @var resource */
    private $process;
    private array $pipes = [];
    private string $errors;

    public function __construct(string ...$arguments)
    {
        $this->errors = (string) tempnam(sys_get_temp_dir(), 'kit');
        $this->process = proc_open([PHP_BINARY, '-d', 'display_errors=1', '-d', 'error_reporting=-1', ...$arguments], [['pipe', 'r'], ['pipe', 'w'], ['file', $this->errors, 'a']], $this->pipes);
    }

    public function send(array|string $request): self
    {
        fwrite($this->pipes[0], (is_string($request) ? $request : json_encode($request)) . "\n");
        return $this;
    }

    public function line(): string
    {
        return rtrim((string) fgets($this->pipes[1]), "\n");
    }

    public function next(): mixed
    {
        return json_decode($this->line(), false, 512, JSON_THROW_ON_ERROR);
    }

    /** @return array{int, string, string} exit status, the rest of stdout, stderr */
    public function bye(): array
    {
        $this->send(['cmd' => 'bye']);
        fclose($this->pipes[0]);
        $rest = stream_get_contents($this->pipes[1]);
        $status = proc_close($this->process);
        $stderr = (string) file_get_contents($this->errors);
        unlink($this->errors);
        return [$status, $rest, $stderr];
    }
}

/** A program on the kit whose `run` is the given source text. */
function program(string $run): Program
{
    $file = (string) tempnam(sys_get_temp_dir(), 'kit');
    register_shutdown_function(unlink(...), $file);
    file_put_contents($file, '<?php
        require ' . var_export(__DIR__ . '/flowdrop_conformance.php', true) . ';
        FlowdropConformance\serve(new class implements FlowdropConformance\Adapter {
            public function describe(): array {
                return ["implementation" => ["name" => "t", "version" => "1"], "adapter" => ["name" => "t", "version" => "1"],
                        "facets" => ["prose" => "native", "pairing" => "native", "entries" => "native", "exposure" => "none"]];
            }
            public function run(stdClass $scenario): array { ' . $run . ' }
        });');
    return new Program($file);
}

/** @param list<array{?string, string}> $calls [id, script key] */
function scenario(array $calls, array $script, array $more = []): array
{
    $toolCalls = array_map(fn (array $call): array => ['tool_call_id' => $call[0], 'name' => 'lookup', 'args' => ['script' => $call[1]]], $calls);
    return ['prompt' => 'Do it.', 'tools' => [['name' => 'lookup']], 'passes' => [['tool_calls' => $toolCalls]], 'closing' => 'Done.', 'script' => $script] + $more;
}

function ok(mixed $data, array $artifacts): array
{
    return ['success' => true, 'data' => $data, 'error' => null, 'artifacts' => $artifacts];
}

function run(array $scenario): array
{
    return ['cmd' => 'run', 'seq' => 7, 'later' => true, 'scenario' => $scenario];
}

function same(mixed $expected, mixed $actual): void
{
    if ($expected !== $actual) {
        throw new RuntimeException('expected ' . json_encode($expected) . "\n     got " . json_encode($actual));
    }
}

function contains(string $part, string $whole): void
{
    if (!str_contains($whole, $part)) {
        throw new RuntimeException("expected '$part' in: $whole");
    }
}

const HELLO = ['cmd' => 'hello', 'protocols' => [1, 2], 'unknown' => true];
const EXAMPLE = __DIR__ . '/example.php';
const TWIN = __DIR__ . '/example_faulty.php';

$tests = [
    'the example shakes hands, runs, and bye exits 0' => function (): void {
        $example = new Program(EXAMPLE);
        $description = $example->send(HELLO)->next();
        same([1, 1, false], [$description->protocol, $description->max_in_flight, isset($description->implementation->configuration)]);
        $answer = $example->send(run(scenario([['c1', 's1'], [null, 's2']], [
            's1' => ok(['result' => "Grüße 🦀\u{2028}/."], [['type' => 'link', 'payload' => ['url' => 'é'], 'tool_call_id' => 'c2', 'extra' => 1], 'no map']),
            's2' => ['raises' => 'boom', 'finishes' => 1],
        ])))->next();
        same(7, $answer->seq);
        same('[{"script":"s1","artifacts":2},{"script":"s2","artifacts":0}]', json_encode($answer->observation->passes[0]->invoked));
        same(["Grüße 🦀\u{2028}/.", 'The tool failed: boom'], array_column($answer->observation->passes[0]->tool_messages, 'content'));
        same('[{"type":"link","payload":{"url":"\u00e9"},"tool_call_id":"c1"}]', json_encode($answer->observation->tool_artifacts));
        same([0, '', ''], $example->bye());
    },

    'maps stay maps and numbers stay what they were' => function (): void {
        $payloads = '{},{"0":"a"},{"0":"a","1":"b"},{"":[],"n":null},{"i":9007199254740993,"j":9223372036854775807,"f":1.0,"g":0.1,"z":1.0e-7}';
        $artifacts = implode(',', array_map(fn (string $payload): string => "{\"type\":\"link\",\"payload\":$payload}", explode('|', str_replace('},{', '}|{', $payloads))));
        $example = new Program(EXAMPLE);
        $line = $example->send('{"cmd":"run","seq":1,"scenario":{"prompt":"","tools":[{"name":"export"}],"closing":"","passes":[{"tool_calls":'
            . '[{"tool_call_id":"c1","name":"export","args":{"script":"0"}}]}],"script":{"0":{"success":true,"data":{},"error":null,"artifacts":[' . $artifacts . ']}}}}')->line();
        preg_match_all('/"payload":(\{.*?\}),"tool_call_id":"c1"/', $line, $found);
        same($payloads, implode(',', $found[1]));
        contains('"content":"{}"', $line);
        $example->bye();
    },

    'an override decides, and an input of the same name is not mistaken for it' => function (): void {
        $example = new Program(EXAMPLE);
        foreach ([[[], false], [['outputs' => true], true], [['outputs' => false], false], [['inputs' => true], false]] as [$overrides, $expected]) {
            $ports = array_map(fn (bool $value): array => [['id' => 'tool_artifacts', 'exposed' => $value]], $overrides);
            $script = ['s1' => ok('a', [['type' => 'link', 'payload' => ['a' => 1]]])];
            $observation = $example->send(run(scenario([['c1', 's1']], $script, ['node' => ['ports' => (object) $ports]])))->next()->observation;
            same($expected, $observation->ports->outputs[1]->exposed);
            same(1, count($observation->tool_artifacts));
        }
        $example->bye();
    },

    'every faulty twin differs from the example' => function (): void {
        $observe = function (string ...$arguments): string {
            $program = new Program(...$arguments);
            $line = $program->send(run(scenario([['c1', 's1']], ['s1' => ok('a', [['type' => 'link', 'payload' => ['a' => 1], 'extra' => 1]])])))->line();
            $program->bye();
            return $line;
        };
        $right = $observe(EXAMPLE);
        foreach (['spreads', 'exposed', 'leaks', 'hidden-drops'] as $fault) {
            same(false, $observe(TWIN, '--fault', $fault) === $right);
        }
    },

    'an exception is an error, Unsupported is unsupported, and both are survived' => function (): void {
        $bad = program('
            if ($scenario->how === "throw") throw new LogicException("ünlucky");
            if ($scenario->how === "type") strlen([]);
            throw new FlowdropConformance\Unsupported("exposure", "it has no ports");');
        $thrown = $bad->send(run(['how' => 'throw']))->next();
        same('ünlucky', $thrown->error->message);
        contains('LogicException at ', $thrown->error->detail);
        contains('strlen()', $bad->send(run(['how' => 'type']))->next()->error->message);
        same('{"seq":7,"unsupported":{"feature":"exposure","reason":"it has no ports"}}', $bad->send(run(['how' => 'no']))->line());
        contains('cannot read as JSON', $bad->send('{"cmd":')->next()->error->message);
        $nul = $bad->send('{"cmd":"run","seq":9,"scenario":{"\u0000a":1}}')->next();
        same(9, $nul->seq);
        contains('cannot read as JSON', $nul->error->message);
        contains('`seq`', $bad->send(['cmd' => 'run', 'scenario' => (object) []])->next()->error->message);
        contains('`scenario`', $bad->send(['cmd' => 'run', 'seq' => 1])->next()->error->message);
        same(0, $bad->bye()[0]);
    },

    'stray output cannot break the protocol' => function (): void {
        $noisy = program('
            echo "stray 1\n"; print "stray 2\n"; var_dump("stray 3"); file_put_contents("php://stdout", "stray 4\n");
            system("echo stray 5"); proc_close(proc_open(["echo", "stray 6"], [], $pipes)); $x = $stray7;
            ob_start(); echo "stray 8\n"; if ($scenario->constant ?? false) fwrite(STDOUT, "lost");
            return ["passes" => []];');
        same(1, $noisy->send(HELLO)->next()->protocol);
        same('{"seq":7,"observation":{"passes":[]}}', $noisy->send(run(['a' => 1]))->line());
        contains('fwrite()', $noisy->send(run(['constant' => true]))->next()->error->message);
        [$status, $rest, $stderr] = $noisy->bye();
        same([0, ''], [$status, $rest]);
        foreach (range(1, 8) as $number) {
            contains($number === 7 ? '$stray7' : "stray $number", $stderr);
        }
    },

    'a long line goes through whole' => function (): void {
        $long = program('return ["passes" => [], "text" => $scenario->text];');
        $text = str_repeat('ä', 1_000_000);
        same($text, $long->send(run(['text' => $text]))->next()->observation->text);
        $long->bye();
    },

    'what JSON would drop or change is refused, with its place' => function (): void {
        $refused = [NAN, -INF, "\xff", new ArrayObject(), fn () => 1, STDERR, [1 => 'a'], array_filter([0, 1])];
        foreach ($refused as $number => $value) {
            try {
                FlowdropConformance\encode(['passes' => [(object) ['a' => $value]]]);
            } catch (UnexpectedValueException $error) {
                contains('observation.passes[0].a is ', $error->getMessage());
                continue;
            }
            throw new RuntimeException("value $number was written");
        }
        same('{"a":[],"b":{},"c":{"x":1.0},"d":{"0":"a"}}', FlowdropConformance\encode(['a' => [], 'b' => new stdClass(), 'c' => ['x' => 1.0], 'd' => (object) ['0' => 'a']]));
    },

    'a scripted result is a copy, and a key that is not scripted is the adapter\'s trouble' => function (): void {
        $script = new Script(FlowdropConformance\decode('{"passes":[{"tool_calls":[{"args":{"script":"a"}}]}],"script":{"a":{"success":true,"data":{"x":1},"error":null,"finishes":2,"artifacts":[1,2]}}}'));
        $script->result('a')->data->x = 2;
        same('{"success":true,"data":{"x":1},"error":null,"artifacts":[1,2]}', json_encode($script->result('a')));
        same([['script' => 'a', 'artifacts' => 2], ['script' => 'a', 'artifacts' => 2]], $script->invoked(0));
        foreach ([fn () => $script->result('b'), fn () => $script->invoked(0)] as $asks) {
            try {
                $asks();
                throw new RuntimeException('not refused');
            } catch (LogicException $error) {
                contains("script 'b'", $error->getMessage());
            }
        }
    },

    'a failure without room for artifacts hands over none' => function (): void {
        $scenario = FlowdropConformance\decode('{"passes":[{"tool_calls":[{"args":{"script":"a"}}]}],"script":{"a":{"success":false,"artifacts":[1]}}}');
        foreach ([1 => new Script($scenario), 0 => new Script($scenario, failedArtifacts: false)] as $count => $script) {
            same($count, count($script->result('a')->artifacts ?? []));
            same($count, $script->invoked(0)[0]['artifacts']);
        }
    },

    'without startPass, the n-th call of a key belongs to the n-th place that makes it' => function (): void {
        $script = new Script(FlowdropConformance\decode('{"passes":[{"tool_calls":[{"args":{"script":"a"}},{"args":{"script":"b"}}]},{"tool_calls":[{"args":{"script":"a"}}]}],"script":{"a":{},"b":{}}}'));
        array_map($script->result(...), ['b', 'a', 'a']);
        same([['b', 'a'], ['a']], [array_column($script->invoked(0), 'script'), array_column($script->invoked(1), 'script')]);
    },

    'entries are built key by key, and what is malformed is left out' => function (): void {
        $artifacts = FlowdropConformance\decode('[{"type":"link","payload":{"0":"a"},"tool_call_id":"c2","extra":1},{"type":"link","payload":[]},{"type":"","payload":{}},null,"x"]');
        same('[{"type":"link","payload":{"0":"a"},"tool_call_id":"c1"}]', json_encode(FlowdropConformance\entries($artifacts, 'c1')));
        same([], FlowdropConformance\entries(null, null));
    },
];

$failed = 0;
foreach ($tests as $name => $test) {
    try {
        $test();
        echo "ok      $name\n";
    } catch (Throwable $error) {
        $failed += 1;
        echo "FAILED  $name (line {$error->getLine()})\n     {$error->getMessage()}\n";
    }
}
printf("%d passed, %d failed\n", count($tests) - $failed, $failed);
exit($failed === 0 ? 0 : 1);
