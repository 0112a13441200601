<?php

/**
 * Drives a runtime for flowdrop-conformance and reports what came out. It judges nothing.
 *
 * The four numbered places are where your runtime is plugged in; everything else can stay.
 */

declare(strict_types=1);

namespace MyAdapter;

require_once __DIR__ . '/flowdrop_conformance.php';

// 1. Your runtime. If it prints while it is loaded, call `FlowdropConformance\take_stdout()` before.
require_once __DIR__ . '/runtime.php';

use FlowdropConformance\{Adapter, Script};
use MyRuntime\{ToolNode, Turn};

use function FlowdropConformance\serve;

final class MyAdapter implements Adapter
{
    /** Who is tested, and what of it can be seen. See "facets" in the README. */
    public function describe(): array
    {
        return [
            'implementation' => ['name' => 'my-runtime', 'version' => '0.1.0', 'language' => 'php'],
            'adapter' => ['name' => 'my-adapter', 'version' => '0.1.0'],
            // native: the runtime made it; bridged: this file assembled it; none: it cannot be seen
            'facets' => ['prose' => 'native', 'pairing' => 'native', 'entries' => 'native', 'exposure' => 'native'],
            'read_from' => ['tool_artifacts' => 'Turn::$artifacts', 'prose' => "the fake model's input"],
            'supports' => ['passes', 'null-id', 'repeated-id', 'raises', 'data:any'],
        ];
    }

    /** One scenario, one freshly built runtime. */
    public function run(\stdClass $scenario): array
    {
        $script = new Script($scenario); // what the tools return, and the record of it
        $model = new FakeModel($scenario, $script);

        // 2. Build the runtime: its tools are fakes in your runtime's own idiom, and the node's
        //    stored exposure is handed on. No port of that kind? Leave it out; `exposure` is none.
        $fakeTool = fn (\stdClass $args): \stdClass => $script->result($args->script); // or it throws
        $tools = array_fill_keys(array_column($scenario->tools, 'name'), $fakeTool);
        $node = new ToolNode($tools, array_column($scenario->node->ports->outputs, 'exposed', 'id'));
        $turn = new Turn($node);

        // 3. Run it. A run that your runtime gives up is its behaviour: it is reported, not thrown.
        $aborted = [];
        try {
            $turn->run($model->answer(...), $scenario->prompt);
        } catch (\Exception $error) {
            $aborted = ['aborted' => ['message' => $error::class . ': ' . $error->getMessage()]];
        }

        // 4. Report what came out, as it is: what the runtime lost, reordered or renamed stays so.
        return [
            'ports' => ['outputs' => [['id' => 'tool_artifacts', 'exposed' => $node->exposed('tool_artifacts')]]],
            'passes' => array_map(
                fn (int $n): array => ['invoked' => $script->invoked($n)] + $model->fedBack($n),
                array_keys($scenario->passes),
            ),
            'tool_artifacts' => $turn->artifacts,
        ] + $aborted;
    }
}

/**
 * Makes the scenario's calls pass by pass, then closes; keeps what it was sent.
 *
 * The prose is read here, where the model would read it, and never from the runtime's own
 * message objects, which may rightly carry the artifact.
 */
final class FakeModel
{
    private array $seen = []; // arrays are values: later changes cannot reach it

    public function __construct(private readonly \stdClass $scenario, private readonly Script $script)
    {
    }

    public function answer(array $messages): array
    {
        $number = count($this->seen);
        $this->seen[] = $messages;
        $pass = $this->scenario->passes[$number] ?? null;
        if ($pass === null) {
            return ['content' => $this->scenario->closing];
        }
        $this->script->startPass($number);
        $call = fn (\stdClass $call): \stdClass =>
            (object) ['id' => $call->tool_call_id ?? null, 'name' => $call->name, 'args' => $call->args];
        return ['calls' => array_map($call, $pass->tool_calls)];
    }

    /** What pass `number` added to the model's input: all that follows the model's own message. */
    public function fedBack(int $number): array
    {
        if ($number + 1 >= count($this->seen)) {
            return ['tool_messages' => []];
        }
        $answers = array_slice($this->seen[$number + 1], count($this->seen[$number]) + 1);
        $told = fn (array $message): array => ['tool_call_id' => $message['tool_call_id'], 'content' => $message['content']];
        return ['tool_messages' => array_map($told, $answers), 'model_input' => $this->seen[$number + 1]];
    }
}

serve(new MyAdapter());
