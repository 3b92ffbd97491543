import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

import { Recent } from '../threads/recent.ts';

/** Fingerprints that are remembered, by hash. */
const REMEMBERED = 1000;

/** Reads each material's fingerprint once, into memory that threads share instead of copying it. */
export function createKnownFootage(ctx: ServerContext) {
  const known = new Recent<Fingerprint>(REMEMBERED);

  return async (
    accountId: string,
    materials: ReadonlyMap<string, { hash: string }>,
  ): Promise<Map<string, Fingerprint>> => {
    const missing = [...materials].filter(([, { hash }]) => known.get(hash) === undefined);
    const found = await ctx.use(LIBRARY)?.fingerprints(
      accountId,
      missing.map(([id]) => id),
    );
    const footage = new Map<string, Fingerprint>();
    for (const [id, { hash }] of materials) {
      const own = found?.get(id);
      const shown = known.get(hash) ?? (own && known.set(hash, shared(own)));
      if (shown !== undefined) footage.set(hash, shown);
    }
    return footage;
  };
}

function shared({ frames, views }: Fingerprint): Fingerprint {
  return {
    frames,
    views: views.map((points) => {
      const copy = new Int8Array(new SharedArrayBuffer(points.length));
      copy.set(points);
      return copy;
    }),
  };
}
