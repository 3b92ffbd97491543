import { inArray } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { coreToolItems } from '#core/server/services/tool-runs/tables.ts';
import type { ItemWithFacts } from '#core/server/services/tool-runs/tool.ts';

import type { MixOutputFacts } from '#plugins/mixing/calls.ts';
import { selectOutputs, type RenderedFacts } from './outputs.ts';

/** What is said of outputs to their owner, by their ids. What only the certificate needs stays in the database. */
export async function tellOutputs(
  ctx: ServerContext,
  accountId: string,
  items: readonly ItemWithFacts[],
): Promise<ReadonlyMap<string, MixOutputFacts>> {
  // Our own rows: the tool wrote what it says here.
  const rendered = items.flatMap(({ id, facts }) => (facts === null ? [] : [{ id, ...(facts as RenderedFacts) }]));
  const likes = rendered.flatMap(({ likeId }) => likeId ?? []);
  const liked =
    likes.length === 0 ? [] : await selectOutputs(ctx.db.scope(accountId), inArray(coreToolItems.id, likes));
  const names = new Map(liked.map(({ id, name }) => [id, `${name}.mp4`]));
  return new Map(
    rendered.map(({ id, seconds, loudnessRange = null, likeId = '' }) => [
      id,
      { seconds, loudnessRange, like: names.get(likeId) ?? null },
    ]),
  );
}
