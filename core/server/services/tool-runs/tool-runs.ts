import type {
  archiveToolRun,
  listToolItems,
  listToolRuns,
  readToolPrice,
  ToolRun,
} from '#core/contract/tool-run-calls.ts';
import type { CallData } from '#core/contract/call.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ArchiveLink } from '#core/server/services/files/archive-link.ts';
import type { StoredZip } from '#core/server/services/files/stored-zip.ts';

import type { ListItemsOptions } from './list-items.ts';
import type { ListRunsOptions } from './present-run.ts';
import type { RenameOptions } from './rename-items.ts';
import type { StartOptions } from './start-run.ts';
import type { AnyTool, SharedFootage } from './tool.ts';

/** A file that a run has made, for what takes it further. */
export interface RunOutput {
  itemId: string;
  /** In the account's files. It goes when the run expires, so whoever keeps it makes a record of its own. */
  fileId: string;
  name: string;
  /** MIME type. */
  type: string;
  /** Bytes. */
  size: number;
  /** How long the item is, and how large its picture, as far as its tool says. */
  seconds: number | null;
  picture: { width: number; height: number } | null;
  /** Ids of the materials that it was made from. */
  sources: readonly string[];
  /** What its tool said of it; null where it said nothing. */
  facts: unknown;
  /** A still picture of the item in the account's files, which goes with it; null without one. */
  posterId: string | null;
}

/**
 * Runs of tools: these inputs, these settings, these outputs. Every method throws the expected `core:tool-run.missing`
 * (404) for a run that is not the account's. Whether the caller may use the tool's plugin is checked by the calls.
 */
export interface ToolRuns {
  /** Every tool of this installation. */
  tools(): readonly AnyTool[];
  /**
   * What runs of a tool cost, and what an account has of that.
   * @throws expected `core:task.plugin-missing` (503)
   */
  price(accountId: string, tool: string): Promise<CallData<typeof readToolPrice>>;
  /**
   * Starts a run.
   * @throws expected `core:task.plugin-missing` (503), broken fields of the settings (422), `core:tool-run.inputs` and
   *   `core:tool-run.input-missing` (422), `core:space-full` (413), `core:tool-run.price-changed` (409),
   *   `core:ledger.short.…`
   */
  start(accountId: string, options: StartOptions & { language: MessageLanguage }): Promise<ToolRun>;
  /**
   * Starts a run of a tool in a transaction of its plugin, for one that keeps a part of it in tables of its own. Inputs
   * that are not there are left out.
   * @returns its id, and the inputs that it has
   * @throws as `start`, but for what concerns space and inputs that are missing
   */
  begin(tx: Tx, accountId: string, options: StartOptions): Promise<{ id: string; inputs: string[] }>;
  /**
   * Plans a run once more that is done, in a transaction of its plugin, which has changed what is asked for.
   * @throws expected `core:tool-run.not-over` (409) for one that is not done
   */
  planFurther(tx: Tx, accountId: string, id: string): Promise<void>;
  /**
   * Says that something of a run is changed in this transaction, and keeps others from changing it until the end.
   * @returns its revision from then on, which items that are changed name
   */
  touch(tx: Tx, accountId: string, id: string): Promise<number>;
  /** The runs of a tool, newest first; of those that its settings list by something, one thing's where it is named. */
  list(accountId: string, query: ListRunsOptions): Promise<CallData<typeof listToolRuns>>;
  read(accountId: string, id: string, language: MessageLanguage): Promise<ToolRun>;
  /** The items of a run in their order, or those that changed. */
  items(accountId: string, id: string, query: ListItemsOptions): Promise<CallData<typeof listToolItems>>;
  /** @throws expected `core:tool-run.not-pausable` and `core:tool-run.over` (409) */
  pause(accountId: string, id: string, language: MessageLanguage): Promise<ToolRun>;
  /** @throws expected `core:tool-run.over` (409) */
  resume(accountId: string, id: string, language: MessageLanguage): Promise<ToolRun>;
  /** Stops a run; one that has ended is left as it is. */
  cancel(accountId: string, id: string, language: MessageLanguage): Promise<ToolRun>;
  /**
   * Makes failed items again, or what the run as a whole failed by.
   * @throws expected `core:tool-run.over`, `core:tool-run.busy` and `core:tool-run.nothing-failed` (409)
   */
  retry(
    accountId: string,
    id: string,
    options: { items?: readonly string[]; language: MessageLanguage },
  ): Promise<ToolRun>;
  /** Names items by a pattern; two of a run never have the same name. */
  rename(accountId: string, id: string, options: RenameOptions): Promise<{ renamed: number }>;
  /** @throws expected `core:tool-run.not-over`, `core:tool-run.own` and `core:file-in-use` (409) */
  remove(accountId: string, id: string): Promise<void>;
  /** @throws expected `core:tool-run.nothing-made` (409) */
  archive(
    accountId: string,
    id: string,
    options: { items?: readonly string[]; language: MessageLanguage },
  ): Promise<CallData<typeof archiveToolRun>>;
  /** @throws expected `core:tool-run.archive-link` (403) */
  openArchive(link: ArchiveLink, signature: string): Promise<{ zip: StoredZip; name: string }>;
  /** The name of a run's tool. */
  toolOf(accountId: string, id: string): Promise<string>;
  /**
   * What a run has made so far.
   * @param items all when absent
   */
  outputs(accountId: string, id: string, items?: readonly string[]): Promise<RunOutput[]>;
  /** How much footage what a run has made shares; null where its tool has not measured it, or is not there. */
  sharedFootage(accountId: string, id: string): Promise<SharedFootage | null>;
}
