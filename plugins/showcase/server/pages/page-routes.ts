import { createHash } from 'node:crypto';

import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import { bodyFor, packText } from '#core/server/http/calls/packed-text.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import * as call from '#plugins/showcase/calls.ts';
import { countView } from './count-view.ts';
import { renderJsonFeed, renderRss, renderSitemap } from './feeds.ts';
import { findPost, findSite, GONE, type VisiblePost, type VisibleSite } from './find-visible.ts';
import { EMBED_POLICY, missingPage, PAGE_POLICY } from './layout.ts';
import { describeEmbed } from './oembed.ts';
import { renderEmbed, renderPost } from './post-page.ts';
import { serveMedia } from '#core/server/http/web/serve-media.ts';
import { renderShowcase } from './showcase-page.ts';
import { viewOf, type View } from './view.ts';

const HTML = 'text/html; charset=utf-8';

/** What anybody may ask for. */
export function pageRoutes(calls: CallRegistry, ctx: ServerContext): void {
  /** Answers for a showcase, or says that there is none. */
  async function withSite(view: View, handle: string, answer: (site: VisibleSite) => Promise<void>): Promise<void> {
    const site = await findSite(ctx, handle);
    if (site === undefined || site === GONE) await sendMissing(view, { site, post: undefined });
    else await answer(site);
  }

  /** Answers for a post, or says that there is none. */
  async function withPost(
    view: View,
    { handle, slug }: { handle: string; slug: string },
    answer: (site: VisibleSite, post: VisiblePost) => Promise<void>,
  ): Promise<void> {
    await withSite(view, handle, async (site) => {
      const post = await findPost(ctx, site, slug);
      if (post === undefined || post === GONE) await sendMissing(view, { site, post });
      else await answer(site, post);
    });
  }

  calls.stream(call.showcasePage, async ({ params, query }, context) => {
    const view = viewOf(ctx, context);
    await withSite(view, params.handle, async (site) => {
      const page = await renderShowcase(ctx, view, site, query.page);
      if (page === null) await sendMissing(view, { site, post: undefined });
      else await sendText(view, page, { type: HTML, policy: PAGE_POLICY });
    });
  });
  calls.stream(call.postPage, async ({ params }, context) => {
    const view = viewOf(ctx, context);
    await withPost(view, params, async (site, post) => {
      await sendText(view, await renderPost(ctx, view, site, post), { type: HTML, policy: PAGE_POLICY });
    });
  });
  calls.stream(call.embedPage, async ({ params }, context) => {
    const view = viewOf(ctx, context);
    await withPost(view, params, async (site, post) => {
      await sendText(view, renderEmbed(view, site, post), { type: HTML, policy: EMBED_POLICY });
    });
  });

  calls.stream(call.postVideo, async ({ params }, context) => {
    const view = viewOf(ctx, context);
    await withPost(view, params, (_site, { videoHash: hash, visibility }) =>
      serveMedia(ctx.files, view, { hash, type: 'video/mp4', isListed: visibility === 'public' }),
    );
  });
  calls.stream(call.postPoster, async ({ params }, context) => {
    const view = viewOf(ctx, context);
    await withPost(view, params, (_site, { posterHash: hash, visibility }) =>
      serveMedia(ctx.files, view, { hash, type: 'image/jpeg', isListed: visibility === 'public' }),
    );
  });

  calls.stream(call.rssFeed, async ({ params }, context) => {
    const view = viewOf(ctx, context);
    await withSite(view, params.handle, async (site) => {
      await sendText(view, await renderRss(ctx, view, site), { type: 'application/rss+xml; charset=utf-8' });
    });
  });
  calls.stream(call.jsonFeed, async ({ params }, context) => {
    const view = viewOf(ctx, context);
    await withSite(view, params.handle, async (site) => {
      await sendText(view, await renderJsonFeed(ctx, view, site), { type: 'application/feed+json; charset=utf-8' });
    });
  });
  calls.stream(call.sitemap, async ({ params }, context) => {
    const view = viewOf(ctx, context);
    await withSite(view, params.handle, async (site) => {
      await sendText(view, await renderSitemap(ctx, view, site), { type: 'application/xml; charset=utf-8' });
    });
  });
  calls.stream(call.oembed, async ({ query }, context) => {
    const view = viewOf(ctx, context);
    // Its protocol answers an unknown format by 501.
    if (query.format !== undefined && query.format !== 'json') return void view.reply.code(501).send();
    const found = await describeEmbed(ctx, view, query);
    if (found === null) await sendMissing(view, { site: undefined, post: undefined });
    else await sendText(view, JSON.stringify(found), { type: 'application/json; charset=utf-8' });
  });

  calls.stream(call.countView, async ({ params }, context) => {
    const view = viewOf(ctx, context);
    await withPost(view, params, async (_site, { id }) => {
      await countView(ctx, id, view.request);
      view.reply.code(204).header('cache-control', 'no-store').send();
    });
  });
}

/** Says in words that there is nothing, or nothing any more. */
async function sendMissing(
  view: View,
  { site, post }: { site: VisibleSite | typeof GONE | undefined; post: typeof GONE | undefined },
): Promise<void> {
  const { t, within } = view;
  const isGone = site === GONE || post === GONE;
  const what = site === GONE ? 'closed' : isGone ? 'withdrawn' : site === undefined ? 'no-showcase' : 'no-video';
  const home = site === undefined || site === GONE ? null : within(site.handle).home;
  const words = { title: t(`showcase:missing.${what}`), text: t(`showcase:missing.${what}-text`), home };
  await sendText(view, missingPage(view, words), { type: HTML, policy: PAGE_POLICY, status: isGone ? 410 : 404 });
}

async function sendText(
  { request, reply }: View,
  text: string,
  { type, policy, status = 200 }: { type: string; policy?: string; status?: number },
): Promise<void> {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  // Asked for again each time, since a post may be taken down; what has not changed is not sent again.
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding, accept-language', etag });
  if (policy === undefined) {
    // Feeds and what is said of embedding are read by programs of other sites.
    reply.header('access-control-allow-origin', '*');
  } else {
    reply.header('content-security-policy', policy);
  }
  if (
    status === 200 &&
    request.headers['if-none-match']?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  ) {
    return void reply.code(304).send();
  }
  const body = bodyFor(request, reply, await packText(text));
  reply.code(status).headers({ 'content-type': type, 'content-length': body.length });
  reply.send(request.method === 'HEAD' ? '' : body);
}
