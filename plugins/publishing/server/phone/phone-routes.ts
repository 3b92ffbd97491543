import { ExpectedError } from '#core/contract/errors.ts';
import type { CallContext, CallRegistry } from '#core/server/http/calls/call-registry.ts';
import { serveMedia } from '#core/server/http/web/serve-media.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';

import * as call from '#plugins/publishing/phone-calls.ts';
import type { PostRow } from '../posts/end-post.ts';
import { endHandover, handoverOf } from './end-handover.ts';
import { addressOf, sendPage, sendWords, viewOf, type View } from './phone-layout.ts';
import { findLink, isPaused, makeLink, postOf, waitingPosts, type LinkRow } from './phone-links.ts';
import { postBody, type ShownPost } from './phone-post.ts';
import { sendCover } from './send-cover.ts';

interface Signed {
  key?: string | undefined;
  of?: string | undefined;
  lang?: string | undefined;
}

/** What whoever has a link may ask for, and the call that makes links. */
export function phoneRoutes(calls: CallRegistry, ctx: ServerContext): void {
  calls.handle(call.makePhoneLink, ({ body }, { caller, request }) => {
    const origin = originOf(ctx, request);
    return makeLink(ctx, caller.accountId, { ...body, origin });
  });

  /** Answers by a link, or says why it leads nowhere. */
  async function withLink(view: View, id: string, key: string | undefined, answer: (link: LinkRow) => Promise<void>) {
    const link = await findLink(ctx, id, key);
    if (link === undefined || link === 'ended') {
      const what = link === 'ended' ? 'ended' : 'unknown';
      const words = { title: view.t(`publishing:phone.${what}`), text: view.t(`publishing:phone.${what}-text`) };
      await sendWords(view, { ...words, status: link === 'ended' ? 410 : 404 });
    } else await answer(link);
  }

  /** Answers for a post that a link leads to. */
  async function withPost(
    { params: { id }, query }: { params: { id: string }; query: Signed },
    context: CallContext<Caller | null>,
    answer: (view: View, link: LinkRow, post: PostRow) => Promise<void>,
  ): Promise<void> {
    const view = viewOf(query.lang, context);
    await withLink(view, query.of ?? id, query.key, async (link) => {
      const post = await postOf(ctx.db, link, id);
      if (post !== undefined) return await answer(view, link, post);
      const words = { title: view.t('publishing:phone.unknown'), text: view.t('publishing:phone.unknown-text') };
      await sendWords(view, { ...words, status: 404 });
    });
  }

  /** Answers with what is needed to publish a post, which is there only while it waits for somebody. */
  const whileWaiting: typeof withPost = (asked, context, answer) =>
    withPost(asked, context, async (view, link, post) => {
      if (post.state === 'handover') await answer(view, link, post);
      else await sendState(view, post, 410);
    });

  async function sendPost(view: View, shown: Omit<ShownPost, 'handover' | 'isPaused'>): Promise<void> {
    const { post, mistake } = shown;
    const found = await handoverOf(ctx, post);
    if (post.state !== 'handover' || found === undefined) return await sendState(view, post);
    const body = postBody(view, { ...shown, handover: found.handover, isPaused: await isPaused(ctx.db, post) });
    const title = `${post.title === '' ? post.name : post.title} · ${view.t('publishing:phone.title')}`;
    await sendPage(view, { title, body, status: mistake === null ? 200 : 422 });
  }

  const queueOf = async (link: LinkRow, said?: string): Promise<ShownPost['queue']> =>
    link.kind === 'post' ? null : { of: link.subjectId, waiting: await waitingPosts(ctx.db, link), said };

  calls.stream(call.phonePage, (asked, context) =>
    withPost(asked, context, async (view, link, post) => {
      await sendPost(view, { post, key: asked.query.key ?? '', queue: await queueOf(link), mistake: null });
    }),
  );

  calls.stream(call.phoneQueue, async ({ params, query }, context) => {
    const view = viewOf(query.lang, context);
    const { key = '', said } = query;
    await withLink(view, params.id, key, async (link) => {
      const queue = await queueOf(link, said);
      const wanted = query.post === undefined ? undefined : await postOf(ctx.db, link, query.post);
      const post = wanted?.state === 'handover' ? wanted : queue?.waiting[0];
      if (queue !== null && post !== undefined) return await sendPost(view, { post, key, queue, mistake: null });
      const words = { title: view.t('publishing:phone.all-done'), text: view.t('publishing:phone.all-done-text') };
      await sendWords(view, words);
    });
  });

  calls.stream(call.answerPhonePage, (asked, context) =>
    withPost(asked, context, async (view, link, post) => {
      const { query, body } = asked;
      const { key = '', of, lang } = query;
      try {
        const { step } = body;
        const answer =
          step === 'done' ? ({ step, pasted: body.link, again: body.again } as const) : { step, reason: body.reason };
        await endHandover(ctx, link, post.id, answer);
      } catch (error) {
        if (!(error instanceof ExpectedError)) throw error;
        const typed = body.step === 'done' ? body.link : body.reason;
        const isGivenTwice = error.code === 'publishing:phone.given-twice';
        const mistake = { step: body.step, text: view.t(error.code, error.params), typed, isGivenTwice };
        return await sendPost(view, { post, key, queue: await queueOf(link), mistake });
      }
      const next =
        link.kind === 'post'
          ? addressOf(`/douyinPublishH5/${post.id}`, { key, lang })
          : addressOf(`/douyinPublishH5-temp/${of ?? ''}`, { key, said: body.step, lang });
      // Browsers keep the place in the page that a form was sent to; the next page is read from its top.
      await context.reply.header('cache-control', 'no-store').redirect(`${next}#top`, 303);
    }),
  );

  calls.stream(call.phoneVideo, (asked, context) =>
    whileWaiting(asked, context, async (view, _link, post) => {
      const { hash, type } = await ctx.files.get(post.accountId, post.fileId);
      const saveAs = asked.query.save === undefined ? undefined : fileName(post, 'mp4');
      await serveMedia(ctx.files, view, { hash, type, isListed: false, saveAs });
    }),
  );
  calls.stream(call.phoneCover, (asked, context) =>
    whileWaiting(asked, context, async (view, _link, post) => {
      const file = await ctx.files.get(post.accountId, post.fileId);
      const saveAs = asked.query.save === undefined ? undefined : fileName(post, 'jpg');
      await sendCover(ctx, view, { post, file }, { saveAs, signal: context.signal });
    }),
  );
  calls.stream(call.phoneApp, (asked, context) =>
    whileWaiting(asked, context, async (view, _link, post) => {
      const appLink = (await handoverOf(ctx, post))?.handover.appLink ?? null;
      const { key, of } = asked.query;
      const video = `${originOf(ctx, context.request)}${addressOf(`/douyinPublishH5/${post.id}/video.mp4`, { key, of })}`;
      const { title, topics } = post;
      try {
        if (appLink === null) throw new ProviderFailure('configuration', 'the app is opened by hand');
        const address = await appLink({ title: title === '' ? post.text : title, topics, video });
        await context.reply.header('cache-control', 'no-store').redirect(address, 302);
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        ctx.log.warn({ err: error, post: post.id }, 'an app was not opened');
        const words = {
          title: view.t('publishing:phone.app-closed'),
          text: view.t('publishing:phone.app-closed-text'),
        };
        await sendWords(view, { ...words, status: 503 });
      }
    }),
  );
}

const originOf = ({ publicUrl }: Pick<ServerContext, 'publicUrl'>, request: CallContext['request']): string =>
  publicUrl ?? `${request.protocol}://${request.host}`;

/** What a saved file is called: as its video, with what it is. */
const fileName = ({ name }: PostRow, extension: string): string => `${name.replace(/\.\w{2,4}$/, '')}.${extension}`;

/** A post that nobody can publish on a phone now. */
async function sendState(view: View, { state, link }: PostRow, status = 200): Promise<void> {
  const { t } = view;
  const what = state === 'published' ? 'published' : state === 'failed' || state === 'cancelled' ? 'over' : 'early';
  const words = { title: t(`publishing:phone.${what}`), text: t(`publishing:phone.${what}-text`) };
  await sendWords(view, { ...words, link: state === 'published' ? link : null, status });
}
