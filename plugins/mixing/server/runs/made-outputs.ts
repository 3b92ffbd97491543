import { inArray } from 'drizzle-orm';

import { fail } from '#core/contract/errors.ts';
import type { AccountScope } from '#core/server/ground/database/database.ts';
import { coreFiles } from '#core/server/services/files/tables.ts';

import { madeOf, type Output, type RenderedFacts } from './outputs.ts';

/** An output whose video is there. */
export type MadeOutputRow = Output & { fileId: string; facts: RenderedFacts };

/**
 * Videos of a run that are made and still there, in their order.
 * @param some what to choose among them by; all when absent
 * @throws expected `mixing:nothing-made` (409) when there are none
 */
export async function madeOutputs(
  scope: AccountScope,
  runId: string,
  some: (output: Output) => boolean = () => true,
): Promise<MadeOutputRow[]> {
  const rows = await madeOf(scope, runId);
  const made = rows.filter((row): row is MadeOutputRow => row.fileId !== null && row.facts !== null && some(row));
  const ids = made.map(({ fileId }) => fileId);
  const files = ids.length === 0 ? [] : await scope.select(coreFiles, { where: inArray(coreFiles.id, ids) });
  const there = new Set(files.map(({ id }) => id));
  const found = made.filter(({ fileId }) => there.has(fileId));
  if (found.length === 0) fail('mixing:nothing-made', {}, { kind: 'conflict' });
  return found;
}
