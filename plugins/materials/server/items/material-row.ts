import type { materialsItems } from '../tables.ts';

/** A material as the database holds it. */
export type MaterialRow = typeof materialsItems.$inferSelect;
