// What server halves of plugins from outside import as '@reelport/core/server'. Each name is listed, so that what is
// offered changes only on purpose; docs/api/core-server.api.md shows what that is. Tables are written with
// drizzle-orm, which the workbench gives to server halves as well.

export type { AccountRow, Accounts, Caller } from './accounts/accounts.ts';
export type { Audit, AuditEntry } from './audit/audit.ts';
export type { Clock, ServerContext } from './context.ts';
export type { AccountScope, AccountTable, Database, Orm, SelectOptions, Tx } from './database/database.ts';
export { isForeignKeyViolation, isUniqueViolation } from './database/sql-state.ts';
export type { Events, ServerEvent } from './events/events.ts';
export type { FileRecord, Files } from './files/files.ts';
export type { CallContext, CallerOf, CallRegistry } from './http/call-registry.ts';
export type { EnqueueOptions, FailureHandler, JobHandler, JobRun, Jobs, Task, TaskSubject } from './jobs/jobs.ts';
export type { LibraryMaterial, MaterialKind, MaterialLibrary } from './library/library.ts';
export type { Media } from './media/media.ts';
export { untrustedInput, type MediaRunner } from './media/runner.ts';
export { defineServer, type ServerPlugin } from './server-plugin.ts';
export { pluginSettings, type PluginSettings, type PluginSettingsChange } from './settings/plugin-settings.ts';
export type { Settings } from './settings/settings.ts';
export type { AnnouncedFile, UploadLimits, UploadReceiver } from './uploads/upload-receiver.ts';
