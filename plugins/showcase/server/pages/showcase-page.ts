import type { ServerContext } from '#core/server/plugins/context.ts';

import { countPosts, listPosts, type VisibleSite } from './find-visible.ts';
import { document, framed } from './layout.ts';
import { markup, type Markup } from '#core/server/http/web/markup.ts';
import { tiles } from './tiles.ts';
import type { View } from './view.ts';

const PAGE_POSTS = 24;

/** The page of a showcase. @returns null for a page beyond the last */
export async function renderShowcase(
  ctx: Pick<ServerContext, 'db' | 'clock'>,
  view: View,
  site: VisibleSite,
  asked: string | undefined,
): Promise<string | null> {
  const page = asked === undefined ? 1 : Number(asked);
  const count = await countPosts(ctx, site);
  const pages = Math.max(1, Math.ceil(count / PAGE_POSTS));
  if (!Number.isInteger(page) || page < 1 || page > pages) return null;
  const posts = await listPosts(ctx, site, { limit: PAGE_POSTS, offset: (page - 1) * PAGE_POSTS });

  const { t, within } = view;
  const { home, rss } = within(site.handle);
  const content = markup`<main class="column">
<header class="site"><h1 dir="auto">${site.title}</h1>${site.about !== '' && markup`<p class="about" dir="auto">${site.about}</p>`}${count > 0 && markup`<p class="quiet">${t('showcase:page.count', { count })}</p>`}</header>
${posts.length === 0 ? markup`<p class="empty">${t('showcase:page.empty')}</p>` : tiles(view, site, posts)}
${pages > 1 && pager(view, home, { page, pages })}
</main>`;
  return document(view, {
    title: page === 1 ? site.title : t('showcase:page.numbered', { title: site.title, page }),
    head: headOf(view, site, { page, pages, newest: posts[0]?.slug }),
    body: framed(view, content, rss),
  });
}

/** The address of a page: the first has none of its own. */
const addressOf = (home: string, page: number): string => (page === 1 ? home : `${home}?page=${page}`);

function pager({ t }: View, home: string, { page, pages }: { page: number; pages: number }): Markup {
  const before = page > 1 && markup`<a rel="prev" href="${addressOf(home, page - 1)}">${t('showcase:page.newer')}</a>`;
  const after =
    page < pages && markup`<a rel="next" href="${addressOf(home, page + 1)}">${t('showcase:page.older')}</a>`;
  return markup`<nav class="pages" aria-label="${t('showcase:page.pages')}">${before}<span class="quiet">${t('showcase:page.of', { page, pages })}</span>${after}</nav>`;
}

function headOf(
  { t, absolute }: View,
  { handle, title, about }: VisibleSite,
  { page, pages, newest }: { page: number; pages: number; newest: string | undefined },
): Markup[] {
  const { home, rss, json, poster } = absolute(handle);
  const description = about === '' ? t('showcase:page.description', { title }) : about.replaceAll(/\s+/g, ' ');
  return [
    markup`<meta name="description" content="${description}">`,
    markup`<link rel="canonical" href="${addressOf(home, page)}">`,
    ...(page > 1 ? [markup`<link rel="prev" href="${addressOf(home, page - 1)}">`] : []),
    ...(page < pages ? [markup`<link rel="next" href="${addressOf(home, page + 1)}">`] : []),
    markup`<link rel="alternate" type="application/rss+xml" title="${title}" href="${rss}">`,
    markup`<link rel="alternate" type="application/feed+json" title="${title}" href="${json}">`,
    markup`<meta property="og:type" content="website">`,
    markup`<meta property="og:title" content="${title}">`,
    markup`<meta property="og:description" content="${description}">`,
    markup`<meta property="og:url" content="${addressOf(home, page)}">`,
    markup`<meta name="twitter:card" content="${newest === undefined ? 'summary' : 'summary_large_image'}">`,
    ...(newest === undefined ? [] : [markup`<meta property="og:image" content="${poster(newest)}">`]),
  ];
}
