/** The adapter kit for Node.js: protocol 1 over stdio, and helpers for fake tools. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

// What the harness sends -------------------------------------------------------

export interface Override { id: string; exposed?: boolean }

export interface Scenario {
  prompt: string;
  /** The node instance's `data.config`: overrides of port exposure, by direction. */
  node?: { ports?: { inputs?: Override[]; outputs?: Override[] } };
  tools: ToolDeclaration[];
  /** The batches of calls that the model makes in this one run, one after another. */
  passes: { tool_calls: ToolCall[] }[];
  /** What the model says last. */
  closing: string;
  script: { [key: string]: ScriptEntry };
  /** Only for an adapter that supports `witness:openai-chat`. */
  model?: { api: "openai-chat"; base_url: string; api_key: string; model: string };
}

export interface ToolDeclaration {
  name: "create_node" | "search" | "lookup" | "export";
  description: string;
  input_schema: { [key: string]: Json };
}

export interface ToolCall {
  /** May be missing, null, or the same twice. */
  tool_call_id?: string | null;
  name: string;
  args: { script: string };
}

/** What a tool returns. Artifacts may be hostile: any JSON at all. */
export interface ToolResult {
  success: boolean;
  data: Json;
  error: string | null;
  artifacts?: Json[];
}

export interface ScriptEntry extends Partial<ToolResult> {
  raises?: string;
  finishes?: number;
}

// What an adapter answers ------------------------------------------------------

export type How = "native" | "bridged" | "none";

export type Feature =
  | "concurrent-calls" | "passes" | "null-id" | "repeated-id" | "raises"
  | "data:any" | "exposure" | "witness:openai-chat";

export interface Description {
  implementation: { name: string; version: string; configuration?: string; language?: string; homepage?: string };
  adapter: { name: string; version: string };
  facets: { prose: How; pairing: How; entries: How; exposure: How };
  /** The places that the observation is read from, in the runtime's own words. */
  read_from?: { tool_artifacts?: string; prose?: string };
  supports?: Feature[];
  /** How many runs may be in flight at once; 1 unless said otherwise. */
  max_in_flight?: number;
}

export interface Invoked { script: string; artifacts: number }

export interface Entry {
  type: Json;
  payload: Json;
  tool_call_id: string | null;
}

export interface ToolMessage { tool_call_id: string | null; content: Json }

export interface PassObservation {
  invoked: Invoked[];
  /** Left out only where the harness plays the model and sees them itself. */
  tool_messages?: ToolMessage[];
  /** Every message that the model was sent after this pass, verbatim. */
  model_input?: Json[];
  /** Where the runtime delivers by pass rather than by run. */
  tool_artifacts?: Entry[] | null;
}

export interface Observation {
  /** Left out where the runtime has no ports. */
  ports?: { outputs: { id: string; exposed: boolean }[] };
  passes: PassObservation[];
  tool_artifacts?: Entry[] | null;
  /** The runtime gave up the run. Its behaviour, not the adapter's trouble. */
  aborted?: { message: string };
}

export interface Adapter {
  describe(): Description | Promise<Description>;
  run(scenario: Scenario): Observation | Promise<Observation>;
}

// The kit ----------------------------------------------------------------------

export const PROTOCOL: 1;
export const TURN_MS: 50;

/** Speaks protocol 1 over stdio until `bye` (or the end of stdin), then exits 0. */
export function serve(adapter: Adapter): Promise<never>;

/** Keeps stdout for the protocol; `serve` calls it. */
export function takeStdout(): void;

/** Throw it from `run` when the runtime has no way to do what a scenario needs. */
export class Unsupported extends Error {
  constructor(feature: string, reason: string);
  readonly feature: string;
  readonly reason: string;
}

/** What the fake tools of one run return, and the record of what they did. */
export class Script {
  /** `failedArtifacts: false` where the idiom for a failure has no room for artifacts. */
  constructor(scenario: Scenario, options?: { failedArtifacts?: boolean });
  /** The calls that follow belong to pass `number` (from 0); never needed where the harness plays the model. */
  startPass(number: number): void;
  /** A copy of the scripted result, in its turn; throws what is scripted as `raises`. */
  result(key: string): Promise<ToolResult>;
  /** What was invoked in pass `number`, in the order of completion. */
  invoked(number: number): Invoked[];
}

/** RT-TOOL-3's entries for one call, for a runtime that has none of its own (facet `bridged`). */
export function entries(artifacts: unknown, toolCallId: string | null | undefined): Entry[];

/** `JSON.stringify` that refuses what JSON would drop or change, and names the place. */
export function encode(value: unknown, path?: string): string;
