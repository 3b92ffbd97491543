import type { ServerContext } from '#core/server/plugins/context.ts';

import { listPosts, type VisiblePost, type VisibleSite } from './find-visible.ts';
import { markup, type Markup } from '#core/server/http/web/markup.ts';
import { titleOf } from './tiles.ts';
import type { View } from './view.ts';

type Parts = Pick<ServerContext, 'db' | 'clock'>;

/** Posts in a feed. */
const FEED_POSTS = 50;
/** Addresses in a sitemap, by its protocol. */
const SITEMAP_POSTS = 49_999;

/** RSS 2.0 with Media RSS. */
export async function renderRss(ctx: Parts, { absolute, t }: View, site: VisibleSite): Promise<string> {
  const posts = await listPosts(ctx, site, { limit: FEED_POSTS });
  const { home, rss, post, video, poster } = absolute(site.handle);
  const [newest] = posts;
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${site.title}</title>
<link>${home}</link>
<description>${aboutOf(site, t)}</description>
<atom:link href="${rss}" rel="self" type="application/rss+xml"/>
<generator>Reelport</generator>
${newest !== undefined && markup`<lastBuildDate>${newest.publishedAt.toUTCString()}</lastBuildDate>\n`}${posts.map(
    (each) => markup`<item>
<title>${titleOf(each, site)}</title>
<link>${post(each.slug)}</link>
<guid isPermaLink="true">${post(each.slug)}</guid>
<pubDate>${each.publishedAt.toUTCString()}</pubDate>
<description>${asHtml(each.text)}</description>
${each.topics.map((topic) => markup`<category>${topic}</category>\n`)}<enclosure url="${video(each.slug)}" length="${each.videoSize}" type="video/mp4"/>
<media:content url="${video(each.slug)}" fileSize="${each.videoSize}" type="video/mp4" medium="video" duration="${wholeSeconds(each)}" width="${each.width}" height="${each.height}"><media:title type="plain">${titleOf(each, site)}</media:title><media:thumbnail url="${poster(each.slug)}" width="${each.posterWidth}" height="${each.posterHeight}"/></media:content>
</item>
`,
  )}</channel>
</rss>
`.source;
}

/** JSON Feed 1.1. */
export async function renderJsonFeed(ctx: Parts, { absolute, t }: View, site: VisibleSite): Promise<string> {
  const posts = await listPosts(ctx, site, { limit: FEED_POSTS });
  const { home, json, post, video, poster } = absolute(site.handle);
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: site.title,
    home_page_url: home,
    feed_url: json,
    description: aboutOf(site, t),
    authors: [{ name: site.title, url: home }],
    items: posts.map((each) => ({
      id: post(each.slug),
      url: post(each.slug),
      title: titleOf(each, site),
      content_text: each.text,
      image: poster(each.slug),
      date_published: each.publishedAt.toISOString(),
      tags: each.topics,
      attachments: [
        {
          url: video(each.slug),
          mime_type: 'video/mp4',
          title: titleOf(each, site),
          size_in_bytes: each.videoSize,
          duration_in_seconds: wholeSeconds(each),
        },
      ],
    })),
  });
}

/** A sitemap with what search engines want to know of videos. */
export async function renderSitemap(ctx: Parts, { absolute, t }: View, site: VisibleSite): Promise<string> {
  const posts = await listPosts(ctx, site, { limit: SITEMAP_POSTS });
  const { home, post, video, poster } = absolute(site.handle);
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">
<url><loc>${home}</loc></url>
${posts.map(
  (each) => markup`<url><loc>${post(each.slug)}</loc><lastmod>${each.publishedAt.toISOString()}</lastmod><video:video>
<video:thumbnail_loc>${poster(each.slug)}</video:thumbnail_loc>
<video:title>${titleOf(each, site)}</video:title>
<video:description>${each.text === '' ? aboutOf(site, t) : [...each.text].slice(0, 2048).join('')}</video:description>
<video:content_loc>${video(each.slug)}</video:content_loc>
<video:duration>${wholeSeconds(each)}</video:duration>
<video:publication_date>${each.publishedAt.toISOString()}</video:publication_date>
</video:video></url>
`,
)}</urlset>
`.source;
}

const wholeSeconds = ({ seconds }: VisiblePost): number => Math.max(1, Math.round(seconds));

function aboutOf({ title, about }: VisibleSite, t: View['t']): string {
  return about === '' ? t('showcase:page.description', { title }) : about;
}

/** Descriptions in RSS are HTML, as text. */
function asHtml(text: string): string {
  const lines: Markup[] = text.split('\n').map((line, index) => markup`${index > 0 && markup`<br>\n`}${line}`);
  return markup`${lines}`.source;
}
