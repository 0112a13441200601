<?php

/**
 * A tiny runtime, to be replaced by yours. It knows nothing of the harness.
 *
 * A model is called with the messages so far and answers with calls or with a text; a turn
 * invokes the calls' tools, feeds the model what they say, and carries what they attach.
 */

declare(strict_types=1);

namespace MyRuntime;

/** Invokes a batch of calls, one by one. The port `tool_artifacts` is hidden until an author shows it. */
final class ToolNode
{
    /**
     * @param array<string, callable(\stdClass): \stdClass> $tools
     * @param array<string, bool> $overrides by port id
     */
    public function __construct(private readonly array $tools, private readonly array $overrides)
    {
    }

    public function exposed(string $port): bool
    {
        return $this->overrides[$port] ?? false;
    }

    public function invoke(\stdClass $call): \stdClass
    {
        try {
            return ($this->tools[$call->name])($call->args);
        } catch (\Exception $error) {
            return (object) ['success' => false, 'error' => $error->getMessage()];
        }
    }
}

/** One turn of a conversation. */
final class Turn
{
    public array $artifacts = [];

    public function __construct(private readonly ToolNode $node)
    {
    }

    /** @param callable(list<array>): array $model answers with `calls` or with `content` */
    public function run(callable $model, string $prompt): string
    {
        $messages = [['role' => 'user', 'content' => $prompt]];
        while (true) {
            $reply = $model($messages);
            $messages[] = ['role' => 'assistant'] + $reply;
            if (!isset($reply['calls'])) {
                return $reply['content'];
            }
            foreach ($reply['calls'] as $call) {
                $result = $this->node->invoke($call);
                $messages[] = ['role' => 'tool', 'tool_call_id' => $call->id, 'content' => prose($result)];
                foreach (attached($result) as $artifact) {
                    $this->artifacts[] = entry($artifact, $call->id);
                }
            }
        }
    }
}

/** What the model reads: from `data` alone; `artifacts` is a reserved key of it (RT-TOOL-2). */
function prose(\stdClass $result): string
{
    if (!$result->success) {
        return "The tool failed: $result->error";
    }
    $data = $result->data;
    if ($data instanceof \stdClass) {
        $data = clone $data;
        unset($data->artifacts);
    }
    return json_encode($data, JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR);
}

/** A successful call's well-formed artifacts (RT-TOOL-2). */
function attached(\stdClass $result): array
{
    $isSound = fn (mixed $artifact): bool => $artifact instanceof \stdClass
        && is_string($artifact->type ?? null) && $artifact->type !== ''
        && ($artifact->payload ?? null) instanceof \stdClass;
    return $result->success ? array_filter($result->artifacts ?? [], $isSound) : [];
}

/** Key by key, so that nothing else that the tool wrote comes along. */
function entry(\stdClass $artifact, ?string $id): array
{
    return ['type' => $artifact->type, 'payload' => $artifact->payload, 'tool_call_id' => $id];
}
