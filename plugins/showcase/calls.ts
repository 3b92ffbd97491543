import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';

import { ABOUT_LETTERS, TITLE_LETTERS } from './limits.ts';

// The pages are for anybody and written by their handlers. Their parameters are not narrowed here: an address that leads
// nowhere is answered with a page in words.
const site = z.object({ handle: z.string() });
const post = z.object({ handle: z.string(), slug: z.string() });
const page = { method: 'GET', access: 'public', head: true } as const;

export const showcasePage = defineCall({
  ...page,
  path: '/showcase/:handle',
  summary: 'The page of a showcase: its published videos, 24 at a time.',
  params: site,
  query: z.object({ page: z.string().optional() }),
  data: z.undefined(),
});

export const postPage = defineCall({
  ...page,
  path: '/showcase/:handle/:slug',
  summary: 'The page of one published video.',
  params: post,
  data: z.undefined(),
});

export const embedPage = defineCall({
  ...page,
  path: '/showcase/:handle/:slug/embed',
  summary: 'The player of one published video, for frames of other sites.',
  params: post,
  data: z.undefined(),
});

export const postVideo = defineCall({
  ...page,
  path: '/showcase/:handle/:slug/video.mp4',
  summary: 'A published video; answers ranges.',
  params: post,
  data: z.undefined(),
});

export const postPoster = defineCall({
  ...page,
  path: '/showcase/:handle/:slug/poster.jpg',
  summary: 'The still picture of a published video.',
  params: post,
  data: z.undefined(),
});

export const rssFeed = defineCall({
  ...page,
  path: '/showcase/:handle/feed.xml',
  summary: 'The newest videos of a showcase as RSS 2.0.',
  params: site,
  data: z.undefined(),
});

export const jsonFeed = defineCall({
  ...page,
  path: '/showcase/:handle/feed.json',
  summary: 'The newest videos of a showcase as JSON Feed 1.1.',
  params: site,
  data: z.undefined(),
});

export const sitemap = defineCall({
  ...page,
  path: '/showcase/:handle/sitemap.xml',
  summary: 'The addresses of a showcase for search engines.',
  params: site,
  data: z.undefined(),
});

export const oembed = defineCall({
  ...page,
  path: '/showcase/oembed',
  summary: 'How another site embeds a published video, by oEmbed 1.0.',
  query: z.object({
    url: z.string().max(2000).optional(),
    format: z.string().optional(),
    maxwidth: z.string().optional(),
    maxheight: z.string().optional(),
  }),
  data: z.undefined(),
});

export const countView = defineCall({
  method: 'POST',
  access: 'public',
  path: '/showcase/:handle/:slug/views',
  summary: 'Says that a visitor has begun to watch a published video; counted once a day.',
  params: post,
  data: z.undefined(),
});

const withId = z.object({ id: z.uuid() });

const showcase = z.object({
  id: z.uuid(),
  handle: z.string(),
  title: z.string(),
  about: z.string(),
  /** Whole addresses of its page and of its feed. */
  url: z.string(),
  feed: z.string(),
  /** While it is not, nothing of it is seen. */
  isConnected: z.boolean(),
  /** Posts that were not taken down, and how often they were watched. */
  posts: z.number().int(),
  plays: z.number().int(),
});
export type Showcase = z.output<typeof showcase>;

export const listShowcases = defineCall({
  method: 'GET',
  path: '/api/showcase/showcases',
  summary: 'Lists the account’s showcases.',
  data: z.object({ showcases: z.array(showcase) }),
});

export const changeShowcase = defineCall({
  method: 'PATCH',
  path: '/api/showcase/showcases/:id',
  summary: 'Changes what a showcase is called and says about itself.',
  params: withId,
  body: z.strictObject({
    title: z.string().trim().min(1).max(TITLE_LETTERS),
    about: z.string().trim().max(ABOUT_LETTERS),
  }),
  data: z.null(),
});

const showcasePost = z.object({
  id: z.uuid(),
  title: z.string(),
  url: z.string(),
  /** A signed address; null once the files are gone. */
  poster: z.string().nullable(),
  visibility: z.enum(['public', 'unlisted']),
  /** In the future for one that is not seen yet. */
  publishedAt: z.iso.datetime(),
  isWithdrawn: z.boolean(),
  plays: z.number().int(),
});
export type ShowcasePost = z.output<typeof showcasePost>;

export const listShowcasePosts = defineCall({
  method: 'GET',
  path: '/api/showcase/showcases/:id/posts',
  summary: 'Lists the posts of a showcase, the newest first, those that were taken down a while ago left out.',
  params: withId,
  query: z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
  data: z.object({ posts: z.array(showcasePost), count: z.number().int() }),
});

export const withdrawPost = defineCall({
  method: 'PUT',
  path: '/api/showcase/posts/:id/withdrawn',
  summary: 'Takes a post down, or puts it back within 30 days.',
  params: withId,
  body: z.strictObject({ withdrawn: z.boolean() }),
  data: z.null(),
});
