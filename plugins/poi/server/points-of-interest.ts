import { eq, inArray } from 'drizzle-orm';

import type { ServerContext } from '#core/server/plugins/context.ts';

import { placesChanged } from '../events.ts';
import type { PointOfInterest, PointsOfInterest } from './api.ts';
import { listPlaces } from './own-places.ts';
import { poiPlaces, poiUses } from './tables.ts';

/** What other plugins are offered. */
export function pointsOfInterest(ctx: ServerContext): PointsOfInterest {
  const told = ({ id, poiId, name, address, latitude, longitude }: PointOfInterest): PointOfInterest => ({
    ...{ id, poiId, name, address, latitude, longitude },
  });
  return {
    async search(accountId, words, limit) {
      return (await listPlaces(ctx, accountId, { q: words, limit })).items.map(told);
    },

    async find(accountId, id) {
      const row = await ctx.db.scope(accountId).find(poiPlaces, eq(poiPlaces.id, id));
      return row && told(row);
    },

    async use(tx, accountId, id, postIds) {
      if (postIds.length === 0) return;
      const scope = tx.scope(accountId);
      if ((await scope.find(poiPlaces, eq(poiPlaces.id, id))) === undefined) return;
      await scope.insert(
        poiUses,
        postIds.map((postId) => ({ placeId: id, postId })),
      );
      await ctx.events.publish(tx, placesChanged, { accountId, data: {} });
    },

    async release(tx, accountId, postIds) {
      if (postIds.length === 0) return;
      const gone = await tx.scope(accountId).delete(poiUses, inArray(poiUses.postId, [...postIds]));
      if (gone.length > 0) await ctx.events.publish(tx, placesChanged, { accountId, data: {} });
    },
  };
}
