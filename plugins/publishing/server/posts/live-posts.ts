import { and, inArray, notInArray } from 'drizzle-orm';
import { validate } from 'uuid';

import type { Tx } from '#core/server/ground/database/database.ts';

import { publishingPosts } from '../tables.ts';
import { OVER } from './end-post.ts';

/** Of some posts, the ids of those that have not ended: what they cost stays held, however often they are put off. */
export async function livePosts({ orm }: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const known = ids.filter((id) => validate(id));
  const rows = await orm
    .select({ id: publishingPosts.id })
    .from(publishingPosts)
    .where(and(inArray(publishingPosts.id, known), notInArray(publishingPosts.state, [...OVER])));
  return new Set(rows.map(({ id }) => id));
}
