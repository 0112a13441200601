#!/usr/bin/env php
<?php

/**
 * A small tool-calling runtime of its own, and its adapter: what conforming looks
 * like, and a starting point. `example_faulty.php` breaks one step at a time.
 *
 * The runtime keeps the two paths of a tool result apart: `data` becomes the prose
 * of a tool message, artifacts become entries on the port `tool_artifacts`.
 */

declare(strict_types=1);

namespace Example;

use FlowdropConformance\Adapter;
use FlowdropConformance\Script;

use function FlowdropConformance\serve;

require_once __DIR__ . '/flowdrop_conformance.php';

// ---------------------------------------------------------------- the runtime

/** The node that calls tools: ports with a default exposure, and what it does with one batch. */
class ToolNode
{
    /** Output port => exposed by default. */
    protected const OUTPUTS = ['tool_messages' => true, 'tool_artifacts' => false];

    /** @param array<string, callable(\stdClass): \stdClass> $tools each returns {success, data, error[, artifacts]} */
    public function __construct(private readonly \stdClass $config, private readonly array $tools)
    {
    }

    /** The author's override decides; without one, the port's default. An input of the same name is another port. */
    public function exposed(string $port): bool
    {
        foreach ($this->config->ports->outputs ?? [] as $override) {
            if ($override->id === $port && isset($override->exposed)) {
                return $override->exposed === true;
            }
        }
        return static::OUTPUTS[$port];
    }

    /** One call after another. Each keeps its own call at hand: nothing is paired by position or id. */
    public function execute(array $calls): array
    {
        $outputs = ['tool_messages' => [], 'tool_artifacts' => []];
        foreach ($calls as $call) {
            $result = $this->invoke($call);
            $outputs['tool_messages'][] = $this->message($call, $result);
            array_push($outputs['tool_artifacts'], ...$this->entries($call, $result));
        }
        return $outputs;
    }

    /** A tool that throws, or is not there, is a failure that the model can recover from. */
    protected function invoke(\stdClass $call): \stdClass
    {
        $tool = $this->tools[$call->name] ?? null;
        try {
            return $tool === null ? $this->failed("$call->name is not an available tool") : $tool($call->args);
        } catch (\Exception $error) {
            return $this->failed($error->getMessage());
        }
    }

    private function failed(string $error): \stdClass
    {
        return (object) ['success' => false, 'data' => null, 'error' => $error];
    }

    protected function message(\stdClass $call, \stdClass $result): array
    {
        return ['role' => 'tool', 'tool_call_id' => $call->tool_call_id ?? null, 'content' => $this->prose($result)];
    }

    /** From `data` alone (of a failure: from its error). A lone `result` speaks for itself. */
    protected function prose(\stdClass $result): string
    {
        if (!$result->success) {
            return "The tool failed: $result->error";
        }
        $data = $result->data;
        $isLone = $data instanceof \stdClass && is_string($data->result ?? null) && count((array) $data) === 1;
        return $isLone ? $data->result : json_encode($data, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR);
    }

    /** A failed call carries none; a malformed one is dropped without failing the call. */
    protected function entries(\stdClass $call, \stdClass $result): array
    {
        $artifacts = $result->success ? array_filter($result->artifacts ?? [], $this->isWellFormed(...)) : [];
        return array_map(fn (\stdClass $artifact): array => $this->entry($call, $artifact), array_values($artifacts));
    }

    private function isWellFormed(mixed $artifact): bool
    {
        return $artifact instanceof \stdClass
            && is_string($artifact->type ?? null) && $artifact->type !== ''
            && ($artifact->payload ?? null) instanceof \stdClass;
    }

    /** Built key by key: a tool can neither bring its own id nor other keys. */
    protected function entry(\stdClass $call, \stdClass $artifact): array
    {
        return ['type' => $artifact->type, 'payload' => $artifact->payload, 'tool_call_id' => $call->tool_call_id ?? null];
    }

    /** What an editor shows: hidden ports are taken off a node's outputs. */
    public function strip(array $outputs): array
    {
        return array_filter($outputs, $this->exposed(...), ARRAY_FILTER_USE_KEY);
    }

    public function ports(): array
    {
        return array_map(fn (string $id): array => ['id' => $id, 'exposed' => $this->exposed($id)], array_keys(static::OUTPUTS));
    }
}

/** One turn: model and tools take turns until the model has no more calls. */
class Turn
{
    /** Delivered with the turn, whatever the editor shows. */
    public array $artifacts = [];

    /** What the editor shows, batch by batch. */
    public array $shown = [];

    public function __construct(protected readonly ToolNode $node)
    {
    }

    /** @param callable(list<array>): array $model answers with `tool_calls` or with `text` */
    public function run(string $prompt, callable $model): string
    {
        $messages = [['role' => 'user', 'content' => $prompt]];
        while (true) {
            $reply = $model($messages);
            $messages[] = ['role' => 'assistant'] + $reply;
            if (!isset($reply['tool_calls'])) {
                return $reply['text'];
            }
            $outputs = $this->node->execute($reply['tool_calls']);
            array_push($messages, ...$outputs['tool_messages']);
            $this->shown[] = $this->node->strip($outputs);
            $this->deliver($outputs);
        }
    }

    /** From the node's outputs as they were before stripping. */
    protected function deliver(array $outputs): void
    {
        array_push($this->artifacts, ...$outputs['tool_artifacts']);
    }
}

// ---------------------------------------------------------------- the adapter

/** The faulty twin hands in classes of its own. */
final class ExampleAdapter implements Adapter
{
    /**
     * @param class-string<ToolNode> $node
     * @param class-string<Turn> $turn
     */
    public function __construct(
        private readonly string $node = ToolNode::class,
        private readonly string $turn = Turn::class,
        private readonly string $name = 'example-php',
        private readonly ?string $configuration = null,
    ) {
    }

    public function describe(): array
    {
        return [
            'implementation' => ['name' => $this->name, 'version' => '0.1.0', 'configuration' => $this->configuration, 'language' => 'php'],
            'adapter' => ['name' => "$this->name-adapter", 'version' => '0.1.0'],
            'facets' => ['prose' => 'native', 'pairing' => 'native', 'entries' => 'native', 'exposure' => 'native'],
            'read_from' => ['tool_artifacts' => 'Turn::$artifacts', 'prose' => "the fake model's input"],
            'supports' => ['passes', 'null-id', 'repeated-id', 'raises', 'data:any'], // one call at a time
        ];
    }

    public function run(\stdClass $scenario): array
    {
        $script = new Script($scenario);
        $tools = [];
        foreach ($scenario->tools as $tool) {
            $tools[$tool->name] = fn (\stdClass $args): \stdClass => $script->result($args->script);
        }
        $node = new $this->node($scenario->node ?? new \stdClass(), $tools);
        $turn = new $this->turn($node);
        $inputs = []; // what the model was sent (arrays are values: later changes cannot reach it)

        $turn->run($scenario->prompt, function (array $messages) use (&$inputs, $scenario, $script): array {
            $number = count($inputs);
            $inputs[] = $messages;
            $pass = $scenario->passes[$number] ?? null;
            $script->startPass($number);
            return $pass === null ? ['text' => $scenario->closing] : ['tool_calls' => $pass->tool_calls];
        });

        $passes = [];
        foreach (array_keys($scenario->passes) as $number) {
            $fresh = array_slice($inputs[$number + 1], count($inputs[$number]) + 1); // after the model's own message
            $passes[] = [
                'invoked' => $script->invoked($number),
                'tool_messages' => array_map(fn (array $message): array => array_diff_key($message, ['role' => 0]), $fresh),
                'model_input' => $inputs[$number + 1],
            ];
        }
        return ['ports' => ['outputs' => $node->ports()], 'passes' => $passes, 'tool_artifacts' => $turn->artifacts];
    }
}

if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    serve(new ExampleAdapter());
}
