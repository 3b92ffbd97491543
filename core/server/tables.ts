// Every table of the kernel, for drizzle-kit and for the check that migrations match.
export * from './services/accounts/tables.ts';
export * from './ground/audit/tables.ts';
export * from './ground/database/tables.ts';
export * from './services/events/tables.ts';
export * from './services/files/tables.ts';
export * from './services/jobs/tables.ts';
export * from './services/ledger/tables.ts';
export * from './services/plugin-registry/tables.ts';
export * from './services/providers/tables.ts';
export * from './services/schedules/tables.ts';
export * from './services/settings/tables.ts';
export * from './services/tool-runs/tables.ts';
export * from './services/uploads/tables.ts';
