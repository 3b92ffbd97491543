import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

import { newPlugin } from '#host/plugin-tools/new-plugin.ts';

import { emptyFolder, reelport, write } from './author-kit.ts';

const TABLES = `import { pgTable, text, uuid } from 'drizzle-orm/pg-core';

export const marks = pgTable('marks_marks', { id: uuid().primaryKey(), accountId: uuid().notNull(), name: text().notNull() });
`;

/** A new plugin `marks`, as its author begins it. @returns its folder */
export function newMarks(t: TestContext): string {
  return newPlugin(join(emptyFolder(t), 'marks')).root;
}

/** One with a server half that has a table of marks, and the migration `first` that makes it. @returns its folder */
export async function newMarksServer(t: TestContext, sources: { calls: string; server: string }): Promise<string> {
  const root = newMarks(t);
  write(root, 'calls.ts', sources.calls);
  write(root, 'server/tables.ts', TABLES);
  write(root, 'server/index.ts', sources.server);
  const migrated = await reelport(root, ['migrations', '--name', 'first']);
  assert.equal(migrated.code, 0, migrated.output);
  return root;
}
