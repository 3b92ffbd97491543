import type { ServerContext } from '#core/server/plugins/context.ts';

import { listPosts, type VisiblePost, type VisibleSite } from './find-visible.ts';
import { document, framed } from './layout.ts';
import { jsonMarkup, markup, type Markup } from '#core/server/http/web/markup.ts';
import { dayOf, isTall, shortened, tiles, titleOf } from './tiles.ts';
import type { View } from './view.ts';

/** Other posts below a post. */
const MORE = 6;

/** The page of one post. */
export async function renderPost(
  ctx: Pick<ServerContext, 'db' | 'clock'>,
  view: View,
  site: VisibleSite,
  post: VisiblePost,
): Promise<string> {
  const { t, language, within } = view;
  const { home, rss } = within(site.handle);
  const isListed = post.visibility === 'public';
  const others = await listPosts(ctx, site, { limit: MORE, except: post.id });
  const topics = post.topics.map((topic) => markup`<li dir="auto">#${topic}</li>`);
  const content = markup`<main class="column">
<nav class="up"><a href="${home}"><span aria-hidden="true">←</span><span dir="auto">${site.title}</span></a></nav>
<article class="post ${isTall(post) ? 'tall' : 'wide'}">
<div>${player(view, site, post)}</div>
<div class="words"><h1 dir="auto">${titleOf(post, site)}</h1><p>${dayOf(post.publishedAt, language)}</p>${post.text !== '' && markup`<p class="text" dir="auto">${post.text}</p>`}${topics.length > 0 && markup`<ul class="topics" aria-label="${t('showcase:page.topics')}">${topics}</ul>`}</div>
</article>
${others.length > 0 && markup`<section class="more"><h2>${t('showcase:page.more')}</h2>${tiles(view, site, others)}</section>`}
</main>`;
  return document(view, {
    title: `${titleOf(post, site)} · ${site.title}`,
    head: headOf(view, site, post),
    isListed,
    body: framed(view, content, rss),
    plays: true,
  });
}

/** The player alone, for frames of other sites. */
export function renderEmbed(view: View, site: VisibleSite, post: VisiblePost): string {
  const { within } = view;
  const link = markup`<a href="${within(site.handle).post(post.slug)}" target="_blank" rel="noopener" dir="auto">${titleOf(post, site)}</a>`;
  return document(view, {
    title: titleOf(post, site),
    isListed: false,
    head: [markup`<link rel="canonical" href="${view.absolute(site.handle).post(post.slug)}">`],
    body: markup`<body class="frame">${player(view, site, post)}${link}</body>`,
    plays: true,
  });
}

function player({ within }: View, site: VisibleSite, post: VisiblePost): Markup {
  const { slug, width, height } = post;
  const title = titleOf(post, site);
  const { video, poster, views } = within(site.handle);
  return markup`<video controls playsinline preload="metadata" width="${width}" height="${height}" poster="${poster(slug)}" src="${video(slug)}" data-views="${views(slug)}" aria-label="${title}"></video>`;
}

function headOf({ origin, absolute, t }: View, site: VisibleSite, post: VisiblePost): Markup[] {
  const { slug, width, height, posterWidth, posterHeight, seconds, publishedAt } = post;
  const addresses = absolute(site.handle);
  const [here, video, poster, embed] = [
    addresses.post(slug),
    addresses.video(slug),
    addresses.poster(slug),
    addresses.embed(slug),
  ];
  const title = titleOf(post, site);
  const words = post.text.replaceAll(/\s+/g, ' ').trim();
  const description =
    words === '' ? t('showcase:page.description', { title: site.title }) : shortened(words, DESCRIPTION_LETTERS);
  const named = (name: string, content: string | number): Markup => markup`<meta name="${name}" content="${content}">`;
  const graph = (property: string, content: string | number): Markup =>
    markup`<meta property="${property}" content="${content}">`;
  const isSecure = origin.startsWith('https:');
  return [
    named('description', description),
    markup`<link rel="canonical" href="${here}">`,
    markup`<link rel="alternate" type="application/json+oembed" title="${title}" href="${addresses.oembed(slug)}">`,
    graph('og:type', 'video.other'),
    graph('og:site_name', site.title),
    graph('og:title', title),
    graph('og:description', description),
    graph('og:url', here),
    graph('og:image', poster),
    graph('og:image:width', posterWidth),
    graph('og:image:height', posterHeight),
    graph('og:video', video),
    ...(isSecure ? [graph('og:video:secure_url', video)] : []),
    graph('og:video:type', 'video/mp4'),
    graph('og:video:width', width),
    graph('og:video:height', height),
    graph('video:duration', Math.max(1, Math.round(seconds))),
    ...(isSecure
      ? [
          named('twitter:card', 'player'),
          named('twitter:player', embed),
          named('twitter:player:width', width),
          named('twitter:player:height', height),
          named('twitter:player:stream', video),
          named('twitter:player:stream:content_type', 'video/mp4'),
        ]
      : // Players have to be reached by https.
        [named('twitter:card', 'summary_large_image')]),
    named('twitter:title', title),
    named('twitter:description', description),
    named('twitter:image', poster),
    markup`<script type="application/ld+json">${jsonMarkup({
      '@context': 'https://schema.org',
      '@type': 'VideoObject',
      name: title,
      description,
      thumbnailUrl: poster,
      contentUrl: video,
      embedUrl: embed,
      uploadDate: publishedAt.toISOString(),
      duration: `PT${Math.max(1, Math.round(seconds))}S`,
    })}</script>`,
  ];
}

const DESCRIPTION_LETTERS = 200;
