import type { z } from 'zod';

import type { EventDefinition } from '#core/contract/event.ts';
import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { priceSchema, type Price, type RunExtent } from '#core/contract/price.ts';
import type { FeatureId } from '#core/contract/tiers.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ZipEntry } from '#core/server/services/files/stored-zip.ts';

/** Plain JSON; what is undefined in an object is left out. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json | undefined };

/** Why something failed: a text's key and its parameters. */
export interface RunError {
  code: MessageKey;
  params: MessageParams;
}

/** A run as its tool sees it. */
export interface RunOf<S> {
  id: string;
  accountId: string;
  name: string;
  /** As the tool's schema read them. */
  settings: S;
  /** Ids of its materials, each also the id of a file of the account. They are held until the run ends. */
  inputs: readonly string[];
  /** 0 for the first plan, one more each time that items were replaced. */
  round: number;
}

/**
 * What a tool says; or a function that says it in the transaction that keeps it, where it rests on what others may
 * change. That is called with null where a folder keeps the run.
 */
export type Answer<T> = T | ((tx: Tx | null) => Promise<T>);

/** An item that a plan wants made. */
export interface PlannedItem<P> {
  /** What its files are called, without an ending. Made different from the others of the run by a number. */
  name: string;
  /** From 0, its place in the run; by default the lowest that is free. */
  position?: number;
  /** Ids of the materials that it is made from, of the run's inputs. */
  sources: readonly string[];
  /** What {@link Tool.make} needs to know: plain JSON, small. */
  params: P;
  /** What making it takes beside the others, such as CPU seconds; 1 by default. */
  cost?: number;
  /** Estimated bytes of its outputs, so that an account without space is refused before the work. */
  bytes?: number;
}

/** An item that is to be made. */
export interface ItemOf<S, P> extends Omit<PlannedItem<P>, 'position' | 'cost' | 'bytes'> {
  id: string;
  /** From 0, its place in the run. */
  position: number;
  run: RunOf<S>;
}

/** An item that has been made, as later plans and {@link Tool.finish} see it. */
export interface MadeItem<P> extends Omit<PlannedItem<P>, 'position' | 'cost' | 'bytes'> {
  id: string;
  position: number;
  facts: unknown;
  /** Ids in the account's files. */
  files: readonly string[];
}

/** How much footage the videos of a run share, measured after they were made. */
export interface SharedFootage {
  /** Ids of the items that were compared, each with each. */
  items: readonly string[];
  /** Share of the shorter one's footage that is in the other, in per cent, one byte a pair: (0,1), (0,2) … (1,2) … */
  percent: Uint8Array;
}

/** An item with what its outcome said. */
export interface ItemWithFacts {
  id: string;
  /** Null before it said anything. */
  facts: unknown;
}

/** A file that an item came to. */
export interface MadeFile {
  /** Where it lies, in {@link ToolWork.folder}. */
  path: string;
  /** MIME type. */
  type: string;
  /** The ending of its name: `.mp4`. */
  ending: string;
}

/** What became of an item; it fails by throwing. */
export type Outcome = End & {
  /**
   * Called in the transaction that ends the item, when nothing else of its run can end, for what an outcome rests on but
   * others may have changed meanwhile. What it answers takes the place of the outcome.
   * @param tx null where a folder keeps the run
   */
  confirm?(tx: Tx | null): Promise<Exclude<End, { state: 'made' }> | undefined>;
};

/** What an item ends as. */
export type End =
  | {
      state: 'made';
      /** At least one, the most important one first. */
      files: readonly MadeFile[];
      /** A still picture of it, JPEG, in {@link ToolWork.folder}. */
      poster?: string;
      /** What the tool says of the result: plain JSON, small. */
      facts?: Json;
      /** How long it is, for prices by second and for records of what was spent. */
      seconds?: number;
    }
  /** Nothing can be made of it, and the run is content with one fewer. */
  | { state: 'given-up'; error?: RunError }
  /**
   * The tool plans again once the others of its round have ended. With an `error`, nothing can be made of it, such as
   * for a damaged input: rounds of which nothing but such items were replaced are not counted, for each leaves fewer
   * inputs to plan with.
   */
  | { state: 'replaced'; facts?: Json; error?: RunError };

/** What a tool may use while it works. */
export interface ToolWork {
  /** Aborted when the run is cancelled, the worker stops, or another worker has taken over. */
  signal: AbortSignal;
  /** Reports progress from 0 to 1, and how many seconds are left of this work if that is known. */
  progress(value: number, secondsLeft?: number): void;
  /** A folder of its own, removed afterwards. */
  folder: string;
}

/**
 * A tool: what a run of it takes, and what it makes of that. Its functions run in workers, again after a crash, so they
 * must be idempotent. An expected error is told to the user; any other, and the kind `unavailable`, is tried again.
 */
export interface Tool<S = unknown, P = Json> {
  /** Begins with its plugin's id and a dot: `crop.cut`. */
  name: string;
  /**
   * Checks the settings of a run and fills in defaults. What it has written it reads again, maybe by a newer version of
   * the tool, whenever the run is worked for.
   */
  settings: z.ZodType<S>;
  /**
   * Kinds of materials as the library names them, and how many: `most` 1 for a tool of one clip. At least `least`, 1 by
   * default. The numbers are checked when a run starts; what the materials are, the tool sees for itself.
   */
  inputs: { kinds: readonly ('video' | 'music' | 'image')[]; most: number; least?: number };
  /**
   * The feature of a membership that a run of many inputs needs, and how many a run may have without it. Checked by the
   * call that starts runs; a plugin that begins runs of its own checks it itself.
   */
  batch?: { feature: FeatureId; free(): Promise<number> };
  /** Days that outputs are kept after the run has ended, null for ever; 30 by default. */
  keepDays?: number | null;
  /** The field of the settings that says what its runs are of, such as a project, so that those of one are listed. */
  listedBy?: keyof S & string;
  /**
   * Whether its plugin alone starts and removes its runs, by `ToolRuns.begin`, because they have a part in tables of its
   * own. Followed, stopped and retried they can be by everything that follows runs.
   */
  isOwn?: boolean;
  /**
   * Whether a run is a step of something larger that tells itself how far it is, by its settings: people are not told that
   * it has ended.
   */
  isStep?(settings: S): boolean;
  /** What its jobs are called, if not `<plugin>.tool-plan`, `-make` and `-finish`; of our own plugins only. */
  jobs?: Record<'plan' | 'make' | 'finish', string>;
  /** Checks what an item was planned with, before it is made. */
  params?: z.ZodType<P>;
  /** What runs cost unless the operator sets another price; without it, nothing. */
  price?: Price;
  /** What counts as an output for a price: each item, the default, or each input of which something is made. */
  counts?: 'items' | 'inputs';
  /**
   * The most that a run comes to, for which its price is held; it never costs more. By default one output of each input,
   * and no seconds, so that a tool without it has no price by second.
   */
  extent?(run: Pick<RunOf<S>, 'accountId' | 'settings' | 'inputs'>): Promise<RunExtent>;
  /** Why a run has failed of which nothing was made; by default that its settings yield nothing. */
  nothing?: MessageKey;
  /**
   * Says what is to be made: one item per input, several, or as many as the settings ask for. Called again with `made`
   * when items of the last round were replaced; then it says what takes their place. The rounds end when none is
   * replaced, when the plan is empty, and after `MAX_REPLANS` of them, so that the run is content with what is made.
   */
  plan(run: RunOf<S>, work: ToolWork, made: readonly MadeItem<P>[]): Promise<Answer<readonly PlannedItem<P>[]>>;
  /** Makes one item. */
  make(item: ItemOf<S, P>, work: ToolWork): Promise<Outcome>;
  /**
   * What follows the last item, such as a report over all of them.
   * @returns the run's facts: plain JSON
   */
  finish?(run: RunOf<S>, work: ToolWork, made: readonly MadeItem<P>[]): Promise<Answer<Json>>;
  /**
   * What is said of runs of one account to those who look at them, by their ids: plain JSON. By default the facts that
   * {@link Tool.finish} found.
   */
  runFacts?(accountId: string, runs: readonly string[], language: MessageLanguage): Promise<ReadonlyMap<string, Json>>;
  /**
   * What is said of the results of items of one account, by their ids: plain JSON. By default all facts of their
   * outcomes.
   */
  itemFacts?(accountId: string, items: readonly ItemWithFacts[]): Promise<ReadonlyMap<string, Json>>;
  /** How much footage what a run has made shares, as far as it was measured; null where it was not. */
  sharedFootage?(run: { id: string; accountId: string }): Promise<SharedFootage | null>;
  /** What a pattern of names may name of an item, by fields in braces, beside what every pattern may. */
  nameFields?(params: P, run: { name: string }): Readonly<Record<string, string>>;
  /** What lies beside the files in a zip of a run; by default nothing. */
  archive?(run: RunOf<S>, language: MessageLanguage): Promise<readonly ZipEntry[]>;
  /** An event of the plugin's own that is sent whenever `tool-runs.changed` is, for pages that know its runs by more. */
  changed?(run: { id: string; settings: S }): { event: EventDefinition<unknown, 'account'>; data: unknown };
  /** Called in the transaction that ends a run, once for every end. */
  ended?(tx: Tx, run: Omit<RunOf<S>, 'settings'>, end: 'done' | 'failed' | 'cancelled'): Promise<void>;
}

/** A tool whose settings and items are known to itself alone. */
export type AnyTool = Tool;

/**
 * Declares a tool.
 * @throws TypeError for a name that is not `<plugin>.<tool>`, for limits of inputs that no run can meet, and for a price
 *   that is none
 * @example
 * export const cut = (ctx: ServerContext) =>
 *   defineTool({
 *     name: 'crop.cut',
 *     settings: cutSettings,
 *     inputs: { kinds: ['video'], most: 100 },
 *     plan: async ({ inputs }) => inputs.map((id) => ({ name: 'clip', sources: [id], params: { id } })),
 *     make: async (item, work) => cutOne(ctx, item, work),
 *   });
 */
export function defineTool<S, P extends Json>(tool: Tool<S, P>): AnyTool {
  if (!/^[a-z][a-z0-9-]*\.[a-z0-9][a-z0-9.-]*$/.test(tool.name)) {
    throw new TypeError(`defineTool: name must be the plugin's id, a dot and the tool's name, got "${tool.name}"`);
  }
  const { most, least = 1 } = tool.inputs;
  if (least > most) throw new TypeError(`defineTool: inputs.least of "${tool.name}" is above inputs.most`);
  if (!priceSchema.optional().safeParse(tool.price).success) {
    throw new TypeError(
      `defineTool: price of "${tool.name}" must be { unit, amount, per }, amount a whole number from 1`,
    );
  }
  // What one run is started, planned and made with is only ever passed back to the tool it came from.
  return Object.freeze(tool) as unknown as AnyTool;
}

/** The id of the plugin that a tool belongs to. */
export function pluginOfTool(name: string): string {
  return name.slice(0, Math.max(0, name.indexOf('.')));
}
