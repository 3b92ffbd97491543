import type { Logger } from 'pino';

import type { Level } from '#core/contract/tiers.ts';
import type { Audit } from '#core/server/ground/audit/audit.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Database, Tx } from '#core/server/ground/database/database.ts';
import type { ServerEvents } from '#core/server/services/events/events.ts';
import type { Files } from '#core/server/services/files/files.ts';
import type { Hooks } from '#core/server/services/hooks/create-hooks.ts';
import type { Jobs } from '#core/server/services/jobs/jobs.ts';
import type { Media } from '#core/server/services/media/media.ts';
import type { RenderGraph } from '#core/server/services/media/render-graph.ts';
import type { Providers } from '#core/server/services/providers/providers.ts';
import type { OperatorSettings } from '#core/server/services/settings/settings.ts';
import type { ToolRuns } from '#core/server/services/tool-runs/tool-runs.ts';

import type { ServerToken } from './server-token.ts';

/**
 * Everything that the server half of a plugin from outside is given; one object per process. What carries names (jobs,
 * events, settings, keys, holds of files, entries of the audit, tools) takes the plugin's own only, and others are a
 * TypeError that says which would do. This keeps plugins out of each other's way; it is no wall, since a server half
 * runs with all rights of the server.
 */
export interface OutsideContext {
  /** Queries, limited to one account by `scope`, and transactions. */
  readonly db: Pick<Database, 'orm' | 'scope' | 'transaction' | 'beforeCommit'>;
  readonly files: Omit<Files, 'store' | 'record'>;
  /** The plugin's own jobs and their tasks; those of others are missing. */
  readonly jobs: Omit<Jobs, 'stats'>;
  /** Events of topics that begin with the plugin's id and a dot. */
  readonly events: Pick<ServerEvents, 'publish' | 'hint'>;
  readonly media: Pick<Media, 'runner' | 'node' | 'hasher'> & {
    readonly graph: Pick<RenderGraph, 'key' | 'make' | 'recall'>;
  };
  /** Runs of tools, of this plugin and of others; only its own are begun and changed in its transactions. */
  readonly toolRuns: Omit<ToolRuns, 'tools' | 'archive' | 'openArchive'>;
  readonly accounts: OutsideAccounts;
  /** Services as operators have chosen them. */
  readonly providers: Pick<Providers, 'use' | 'inOrder' | 'one' | 'every'>;
  /** Settings named `plugin.<id>` or `plugin.<id>.…`; mostly read by `serverSettings`. They go with the plugin. */
  readonly settings: OperatorSettings;
  /** Records actions named `<id>.…`. */
  readonly audit: Audit;
  readonly clock: Clock;
  /** Lines carry the plugin's id. */
  readonly log: Logger;
  /** Scheme and host at which browsers reach this installation, as set by the operator. */
  readonly publicUrl: string | undefined;
  /** A key of this plugin for one purpose: 32 bytes, the same on every node. */
  keyFor(purpose: string): Buffer;
  /** A folder for temporary files. It exists, and leftovers of dead processes have been removed. */
  readonly temporaryFolder: string;
  /**
   * What the server half of another plugin offers by a token. Ask where it is needed, not once at the start: plugins
   * come and go.
   * @returns undefined while that plugin is not installed, is switched off or has failed
   * @throws TypeError for what is no token, and for a plugin that the manifest's `uses` does not list
   * @example const found = await ctx.use(LIBRARY)?.find(accountId, ids);
   */
  use<T>(token: ServerToken<T>): T | undefined;
  /**
   * Tells the subscribers of a hook of this plugin, once the transaction in which it has become true is committed.
   * @throws TypeError for a payload of another shape, and a hook that the plugin does not list under `fires`
   * @example await ctx.fire(tx, shotFound, { accountId, data: { id } });
   */
  fire: Hooks['fire'];
}

/** Accounts as plugins from outside see them. */
export interface OutsideAccounts {
  /** An account by id; undefined for one that is not there. */
  find(tx: Tx, accountId: string): Promise<OutsideAccount | undefined>;
}

/** An account as plugins from outside see it. */
export interface OutsideAccount {
  id: string;
  name: string;
  /** The level that counts now. Whether a call passes is the gate's matter, not the level's. */
  level: Level;
  operator: boolean;
  disabled: boolean;
}
