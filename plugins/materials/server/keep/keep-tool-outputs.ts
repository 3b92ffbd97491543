import { eq, inArray } from 'drizzle-orm';

import { isAllCopied } from '#core/contract/cut-facts.ts';
import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { RunOutput } from '#core/server/services/tool-runs/tool-runs.ts';

import type { MaterialKind } from '#plugins/materials/calls.ts';
import { materialsItems, materialsOrigins } from '../tables.ts';
import { takeFile } from '../upload/material-receiver.ts';

/** Files that one transaction takes: each locks its bytes. */
const AT_ONCE = 50;

const KINDS: Readonly<Record<string, MaterialKind>> = { video: 'video', audio: 'music', image: 'image' };

/**
 * Puts outputs of a tool's run into the library, each with a record of its own, so that it stays when the run goes. One
 * that is there already is not put there again. Each is linked to what it was made from.
 * @throws expected `core:tool-run.missing` (404), `materials:keep-nothing` (409)
 */
export async function keepToolOutputs(
  ctx: ServerContext,
  accountId: string,
  { runId, items, folderId }: { runId: string; items?: readonly string[]; folderId: string | null },
): Promise<{ kept: number; materials: string[] }> {
  const outputs = await ctx.toolRuns.outputs(accountId, runId, items);
  const files = outputs.flatMap((output) => {
    const kind = KINDS[output.type.split('/')[0] ?? ''];
    return kind === undefined ? [] : [{ output, kind }];
  });
  if (files.length === 0) fail('materials:keep-nothing', {}, { kind: 'conflict' });
  const materials: string[] = [];
  for (let at = 0; at < files.length; at += AT_ONCE) {
    await ctx.db.transaction(async (tx) => {
      for (const { output, kind } of files.slice(at, at + AT_ONCE)) {
        const file = await ctx.files.get(accountId, output.fileId);
        const copy = await ctx.files.copy(tx, file, { name: output.name });
        const { id } = await takeFile(ctx, tx, { file: copy, name: output.name, kind, folderId });
        await link(tx, accountId, { id, runId, output });
        materials.push(id);
      }
    });
  }
  return { kept: materials.length, materials };
}

async function link(
  tx: Tx,
  accountId: string,
  { id, runId, output }: { id: string; runId: string; output: RunOutput },
): Promise<void> {
  // A tool that changes nothing gives the same bytes, which are their own material.
  const sources = output.sources.filter((source) => source !== id);
  if (sources.length === 0) return;
  await tx.orm
    .insert(materialsOrigins)
    .values(sources.map((sourceId) => ({ itemId: id, sourceId, accountId, runId })))
    .onConflictDoNothing();
  const scope = tx.scope(accountId);
  const known = await scope.select(materialsItems, { where: inArray(materialsItems.id, sources) });
  // Of a source that is gone, nobody knows any more how often it had been encoded.
  if (!output.type.startsWith('video/') || known.length < sources.length) return;
  const before = Math.max(...known.map(({ encodings }) => encodings ?? 0));
  const encodings = before + (isAllCopied(output.facts) ? 0 : 1);
  await scope.update(materialsItems, eq(materialsItems.id, id), { encodings });
}
