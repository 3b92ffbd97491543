import type { Logger } from 'pino';

import type { Accounts } from './accounts/accounts.ts';
import type { Audit } from './audit/audit.ts';
import type { Database } from './database/database.ts';
import type { Events } from './events/events.ts';
import type { Files } from './files/files.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Media } from './media/media.ts';
import type { Providers } from './providers/providers.ts';
import type { Settings } from './settings/settings.ts';

/** The time, as everything on the server reads it; tests set it. */
export interface Clock {
  now(): Date;
}

/** Everything that a plugin's server half may use. One object per process. */
export interface ServerContext {
  readonly db: Database;
  readonly files: Files;
  readonly jobs: Jobs;
  readonly events: Events;
  readonly media: Media;
  readonly accounts: Accounts;
  readonly providers: Providers;
  readonly settings: Settings;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Logger;
  /** A folder for files of the moment, on the file system of the disk store; emptied when the server starts. */
  readonly temporaryFolder: string;
}
