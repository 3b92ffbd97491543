import { inArray } from 'drizzle-orm';

import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { ListItemsOptions } from '#core/server/services/tool-runs/list-items.ts';
import { coreToolItems } from '#core/server/services/tool-runs/tables.ts';
import type { ToolItem } from '#core/contract/tool-run-calls.ts';

import type { MixOutput } from '#plugins/mixing/calls.ts';
import { findMixRun } from './find-mix-run.ts';
import { plannedOutputSchema, selectOutputs, type RenderedFacts } from './outputs.ts';

/**
 * Lists the outputs of a run in their order, or those that changed. The cursor is the last row's id.
 * @throws expected `mixing:run-missing` (404), `core:http.cursor` (422)
 */
export async function listMixOutputs(ctx: ServerContext, accountId: string, runId: string, query: ListItemsOptions) {
  const scope = ctx.db.scope(accountId);
  await findMixRun(scope, runId);
  const { items, ...list } = await ctx.toolRuns.items(accountId, runId, query);
  const likes = items.flatMap(({ facts }) => factsOf(facts)?.likeId ?? []);
  const liked = likes.length === 0 ? [] : await selectOutputs(scope, inArray(coreToolItems.id, likes));
  const names = new Map(liked.map(({ id, name }) => [id, `${name}.mp4`]));
  return { ...list, items: items.map((item) => present(item, names, query.language)) };
}

/** What was said of a rendered output, by the tool itself. */
const factsOf = (facts: unknown) => facts as RenderedFacts | null;

function present(
  { id, position, state, name, progress, error, params, files: [file], poster, ...item }: ToolItem,
  names: ReadonlyMap<string, string>,
  language: MessageLanguage,
): MixOutput {
  const { shots, title } = plannedOutputSchema.parse(params);
  const facts = factsOf(item.facts);
  const deleted = state === 'made' && file === undefined;
  return {
    ...{ id, position, title, progress, poster, name: `${name}.mp4`, like: names.get(facts?.likeId ?? '') ?? null },
    // Nothing could be made of it: its clips are named beside the run.
    state: state === 'working' ? 'rendering' : state === 'replaced' && error !== null ? 'given-up' : state,
    error: deleted ? translate(language, 'mixing:video-deleted') : state === 'failed' ? error : null,
    shots: shots.map(({ group, material, window }) => ({ group, material, window })),
    ...{ fileId: file?.id ?? null, url: file?.url ?? null, downloadUrl: file?.downloadUrl ?? null },
    ...{ seconds: facts?.seconds ?? null, size: facts?.size ?? null, loudnessRange: facts?.loudnessRange ?? null },
  };
}
