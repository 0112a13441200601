#!/usr/bin/env php
<?php

/**
 * The example with one fault, for seeing the harness find it:
 *
 *     php example_faulty.php --fault leaks
 *
 * Each fault changes one step of `example.php` and should fail one clause alone.
 */

declare(strict_types=1);

namespace Example;

use function FlowdropConformance\serve;

require_once __DIR__ . '/example.php';

/** RT-TOOL-3 ¶1: the entry starts as a copy of what the tool wrote, whose keys win. */
final class Spreads extends ToolNode
{
    protected function entry(\stdClass $call, \stdClass $artifact): array
    {
        return (array) $artifact + parent::entry($call, $artifact);
    }
}

/** RT-TOOL-3 ¶2: shown until an author hides it. */
final class Exposed extends ToolNode
{
    protected const OUTPUTS = ['tool_messages' => true, 'tool_artifacts' => true];
}

/** RT-TOOL-3 ¶3: the model reads the artifacts too. */
final class Leaks extends ToolNode
{
    protected function prose(\stdClass $result): string
    {
        $artifacts = $result->artifacts ?? [];
        return parent::prose($result) . ($artifacts === [] ? '' : "\n" . json_encode($artifacts));
    }
}

/** RT-TOOL-3 ¶4: delivered from what the editor shows. */
final class HiddenDrops extends Turn
{
    protected function deliver(array $outputs): void
    {
        parent::deliver($this->node->strip($outputs) + ['tool_artifacts' => []]);
    }
}

$faults = [
    'spreads' => ['node' => Spreads::class],
    'exposed' => ['node' => Exposed::class],
    'leaks' => ['node' => Leaks::class],
    'hidden-drops' => ['turn' => HiddenDrops::class],
];

$fault = getopt('', ['fault:'])['fault'] ?? '';
if (!isset($faults[$fault])) {
    fwrite(STDERR, '--fault must be one of: ' . implode(', ', array_keys($faults)) . "\n");
    exit(2);
}
serve(new ExampleAdapter(...$faults[$fault], name: 'example-php-faulty', configuration: $fault));
