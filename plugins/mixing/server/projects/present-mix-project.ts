import type { mixingProjects } from '../tables.ts';

/** A project's row as its owner sees it. */
export function presentMixProject(row: typeof mixingProjects.$inferSelect) {
  return {
    id: row.id,
    revision: row.revision,
    document: row.document,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
