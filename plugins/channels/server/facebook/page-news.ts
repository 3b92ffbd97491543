import { z } from 'zod';

import type { ChannelNews } from '#core/server/services/providers/channels.ts';

const id = z.union([z.string(), z.number()]).transform(String);
const messageSchema = z.object({
  object: z.literal('page'),
  entry: z.array(
    z.object({
      id,
      /** Seconds since 1970. */
      time: z.coerce.number().int(),
      changes: z.array(z.object({ field: z.string(), value: z.unknown() })).default([]),
    }),
  ),
});
const videoSchema = z.object({
  item: z.enum(['video', 'reel']),
  verb: z.string(),
  video_id: id,
  published: z.union([z.number(), z.boolean()]).nullish(),
});

/** What a Page's feed tells of its videos. */
export function readPageNews(told: unknown): ChannelNews[] {
  const { data } = messageSchema.safeParse(told);
  return (data?.entry ?? []).flatMap(({ id: owner, time, changes }) =>
    changes.flatMap(({ field, value }) => {
      const change = field === 'feed' ? videoSchema.safeParse(value).data : undefined;
      if (change === undefined) return [];
      const { verb, video_id: post, published } = change;
      const news = { id: `${owner}:${post}:${verb}:${time}`, owner, post, at: new Date(time * 1000) };
      return [{ ...news, state: stateOf(verb, post, Boolean(published ?? true)) }];
    }),
  );
}

function stateOf(verb: string, id: string, isPublished: boolean): ChannelNews['state'] {
  if (verb === 'remove') return { state: 'failed', reason: 'it was removed' };
  return verb === 'add' && isPublished ? { state: 'published', id, link: null } : { state: 'working' };
}
