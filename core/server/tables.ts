// Every table of the kernel, for drizzle-kit and for the check that migrations match.
export * from './accounts/tables.ts';
export * from './audit/tables.ts';
export * from './database/tables.ts';
export * from './events/tables.ts';
export * from './files/tables.ts';
export * from './jobs/tables.ts';
export * from './plugins/tables.ts';
export * from './settings/tables.ts';
export * from './uploads/tables.ts';
