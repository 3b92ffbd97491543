import { fail } from '#core/contract/errors.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import { POINTS_OF_INTEREST } from '#plugins/poi/server/api.ts';
import type { PostPlace as ListedPlace, WishedPosts } from '#plugins/publishing/plan-calls.ts';
import type { PostPlace } from '../tables.ts';
import { placeOf } from './own-words.ts';

/** Stores that one list shows. */
const MOST = 200;

/** Stores that posts can name; none while nothing keeps any. */
export async function listPlaces(ctx: ServerContext, accountId: string): Promise<ListedPlace[]> {
  const found = (await ctx.use(POINTS_OF_INTEREST)?.search(accountId, '', MOST)) ?? [];
  return found.map(({ id, name, address }) => ({ id, name, address }));
}

/** The stores that posts on accounts name, by their ids. @throws expected `publishing:place.missing` (422) */
export async function wishedPlaces(
  ctx: ServerContext,
  accountId: string,
  wish: Pick<WishedPosts, 'own' | 'place'>,
  channels: readonly string[],
): Promise<ReadonlyMap<string, PostPlace>> {
  const places = new Map<string, PostPlace>();
  for (const id of new Set(channels.flatMap((channel) => placeOf(wish, channel) ?? []))) {
    const found = await ctx.use(POINTS_OF_INTEREST)?.find(accountId, id);
    if (found === undefined) return fail('publishing:place.missing', {}, { kind: 'invalid' });
    places.set(id, { id, poiId: found.poiId, name: found.name });
  }
  return places;
}

interface Placed {
  id: string;
  place: PostPlace | null;
}

/** Has the list of stores count posts that will name them. */
export async function usePlaces(
  ctx: ServerContext,
  tx: Tx,
  accountId: string,
  posts: readonly Placed[],
): Promise<void> {
  const byPlace = Map.groupBy(posts, ({ place }) => place?.id);
  for (const [id, named] of byPlace) {
    if (id === undefined) continue;
    await ctx.use(POINTS_OF_INTEREST)?.use(
      tx,
      accountId,
      id,
      named.map((post) => post.id),
    );
  }
}

/** The post will not go out. */
export async function releasePlace(
  ctx: ServerContext,
  tx: Tx,
  accountId: string,
  { id, place }: Placed,
): Promise<void> {
  if (place !== null) await ctx.use(POINTS_OF_INTEREST)?.release(tx, accountId, [id]);
}
