import type { Logger } from 'pino';

import type { Audit } from '#core/server/ground/audit/audit.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import type { SiteFacts } from '#core/server/ground/site-facts.ts';
import type { Accounts } from '#core/server/services/accounts/accounts.ts';
import type { ServerEvents } from '#core/server/services/events/events.ts';
import type { Files } from '#core/server/services/files/files.ts';
import type { Hooks } from '#core/server/services/hooks/create-hooks.ts';
import type { Jobs } from '#core/server/services/jobs/jobs.ts';
import type { Ledger } from '#core/server/services/ledger/ledger.ts';
import type { Media } from '#core/server/services/media/media.ts';
import type { InstalledPlugins } from '#core/server/services/plugin-registry/plugins.ts';
import type { Providers } from '#core/server/services/providers/providers.ts';
import type { SecretBox } from '#core/server/services/settings/secret-box.ts';
import type { OperatorSettings } from '#core/server/services/settings/settings.ts';
import type { ToolRuns } from '#core/server/services/tool-runs/tool-runs.ts';

import type { ServerToken } from './server-token.ts';

/** Everything that a plugin's server half may use. One object per process. */
export interface ServerContext {
  readonly db: Database;
  readonly files: Files;
  readonly jobs: Jobs;
  readonly events: ServerEvents;
  readonly media: Media;
  /** Runs of tools, of this plugin and of others. */
  readonly toolRuns: ToolRuns;
  readonly accounts: Accounts;
  /** What accounts have and spend. */
  readonly ledger: Ledger;
  readonly providers: Providers;
  readonly settings: OperatorSettings;
  /** The plugins of this installation, including external ones. */
  readonly plugins: InstalledPlugins;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Logger;
  /** Scheme and host at which browsers reach this installation, as set by the operator. */
  readonly publicUrl: string | undefined;
  /** A key of this installation for one purpose, such as `sms-code`: 32 bytes, the same on every node. */
  keyFor(purpose: string): Buffer;
  /** Encrypts what a row must not show, such as the tokens of an account elsewhere. */
  readonly secrets: SecretBox;
  /**
   * A folder for temporary files, on the same file system as the disk store. It exists, and leftovers of dead processes
   * have been removed.
   */
  readonly temporaryFolder: string;
  /** The data folder, where operators also put files for plugins, such as pages of their own. */
  readonly dataFolder: string;
  /** What the installation says about itself. */
  readonly site: SiteFacts;
  /**
   * What the server half of another plugin offers by a token of its `server/api.ts`. Ask where it is needed, not once
   * at the start: plugins come and go.
   * @returns undefined while that plugin is not installed, is switched off or has failed
   * @throws TypeError for what is no token; for a plugin from outside also when the manifest's `uses` does not list the
   *   token's plugin
   * @example const found = await ctx.use(LIBRARY)?.find(accountId, ids);
   */
  use<T>(token: ServerToken<T>): T | undefined;
  /**
   * Tells the subscribers of a hook of this plugin, once the transaction in which it has become true is committed.
   * @throws TypeError for a payload of another shape, and a hook that the plugin does not list under `fires`
   * @example await ctx.fire(tx, materialReady, { accountId, data: { id, kind } });
   */
  fire: Hooks['fire'];
}
