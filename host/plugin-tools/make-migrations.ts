import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { fail } from '#core/contract/errors.ts';

import type { AuthorFolder } from './author-folder.ts';
import { linkWorkbench } from './link-workbench.ts';
import { programOf } from './workbench.ts';

/**
 * Writes a migration for the changes in `server/tables.ts` to `server/migrations/`.
 * @param name describes the change and becomes part of the file name
 * @param output what becomes of what drizzle-kit prints
 * @returns the exit code
 * @throws expected `host:plugin-tools.no-tables`
 */
export function makeMigrations(
  { root }: AuthorFolder,
  name: string | undefined,
  output: 'inherit' | 'ignore' = 'inherit',
): number {
  if (!existsSync(join(root, 'server/tables.ts'))) fail('host:plugin-tools.no-tables', { folder: root });
  linkWorkbench(root);
  const words = ['--dialect=postgresql', '--casing=snake_case', '--schema=server/tables.ts', '--out=server/migrations'];
  if (name !== undefined) words.push(`--name=${name}`);
  const { status } = spawnSync(process.execPath, [programOf('drizzle-kit', 'bin.cjs'), 'generate', ...words], {
    cwd: root,
    stdio: output,
  });
  return status ?? 1;
}
