import type { ServerContext } from '#core/server/plugins/context.ts';

import { findPost, findSite, GONE } from './find-visible.ts';
import { markup } from '#core/server/http/web/markup.ts';
import { titleOf } from './tiles.ts';
import type { View } from './view.ts';

/** Pixels of the longer side of a frame, unless it is asked for a smaller one. */
const LONGEST = 800;

/**
 * How another site embeds a post, by oEmbed 1.0.
 * @param asked.url the address of a post's page
 * @returns null when it is not the address of a post that visitors may see
 */
export async function describeEmbed(
  ctx: Pick<ServerContext, 'db' | 'clock'>,
  { origin, absolute, t }: View,
  asked: { url?: string; maxwidth?: string; maxheight?: string },
): Promise<Record<string, unknown> | null> {
  const url = asked.url ?? '';
  if (!URL.canParse(url)) return null;
  const { origin: host, pathname } = new URL(url);
  const [, handle, slug] = /^\/showcase\/([^/]+)\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (host !== origin || handle === undefined || slug === undefined) return null;
  const site = await findSite(ctx, handle);
  const post = site === undefined || site === GONE ? undefined : await findPost(ctx, site, slug);
  if (site === undefined || site === GONE || post === undefined || post === GONE) return null;

  const factor = Math.min(
    1,
    LONGEST / Math.max(post.width, post.height),
    pixels(asked.maxwidth) / post.width,
    pixels(asked.maxheight) / post.height,
  );
  const [width, height] = [Math.max(1, Math.floor(post.width * factor)), Math.max(1, Math.floor(post.height * factor))];
  const { home, embed, poster } = absolute(site.handle);
  const title = titleOf(post, site);
  return {
    version: '1.0',
    type: 'video',
    title,
    author_name: site.title,
    author_url: home,
    provider_name: t('shell:name'),
    provider_url: origin,
    thumbnail_url: poster(post.slug),
    thumbnail_width: post.posterWidth,
    thumbnail_height: post.posterHeight,
    width,
    height,
    html: markup`<iframe src="${embed(post.slug)}" width="${width}" height="${height}" title="${title}" frameborder="0" allow="fullscreen; picture-in-picture" allowfullscreen></iframe>`
      .source,
  };
}

/** A bound of the one who asks; none when it makes no sense. */
function pixels(bound: string | undefined): number {
  const number = Number(bound);
  return bound !== undefined && number >= 1 ? number : Infinity;
}
