import { captionOf } from '#core/contract/post-text.ts';
import { markup, type Markup } from '#core/server/http/web/markup.ts';
import type { ChannelHandover } from '#core/server/services/providers/channels.ts';

import type { PostRow } from '../posts/end-post.ts';
import { addressOf, type View } from './phone-layout.ts';

/** Apps that show pages but do not save videos from them, by what they say of themselves. */
const APPS = [
  { agent: /MicroMessenger/i, name: 'publishing:phone.app-wechat' },
  { agent: /aweme|BytedanceWebview|ByteLocale/i, name: 'publishing:phone.app-douyin' },
  { agent: /Kwai|ksNebula/i, name: 'publishing:phone.app-kuaishou' },
  { agent: /XiaoHongShu|discover\//i, name: 'publishing:phone.app-xiaohongshu' },
] as const;

/** Other posts that are listed below. */
const MOST_OTHERS = 50;

export interface ShownPost {
  post: PostRow;
  handover: ChannelHandover;
  /** Whether its owner holds its task back. */
  isPaused: boolean;
  /** What signs the link. */
  key: string;
  /** What the link leads to, where that is not the post; with the posts of it that wait as well. */
  queue: { of: string; waiting: readonly PostRow[]; said: string | undefined } | null;
  /** What was wrong with what somebody sent, and what that was; `isGivenTwice`: whether it is taken when sent once more. */
  mistake: { step: 'done' | 'failed'; text: string; typed: string; isGivenTwice: boolean } | null;
}

/** What somebody sees who publishes a post by hand: each step with what it takes. */
export function postBody(view: View, shown: ShownPost): Markup {
  const { t } = view;
  const { post, handover, queue } = shown;
  const platform = t(handover.name as 'publishing:title');
  const name = post.title === '' ? post.name : post.title;
  return markup`${queue !== null && saidBefore(view, queue)}<h1 dir="auto">${name}</h1>
<p class="quiet facts">${t('publishing:phone.account', { platform, channel: post.channelName })} · ${until(view, post)}</p>
${shown.isPaused && markup`<div class="note"><b>${t('publishing:phone.paused')}</b>${t('publishing:phone.paused-text')}</div>`}${blockedHint(view)}${videoPart(view, shown)}${wordsPart(view, post)}${placePart(view, post)}${productPart(view, post)}${appPart(view, shown, platform)}${donePart(view, shown)}${failedPart(view, shown)}${queue !== null && othersPart(view, shown, queue)}`;
}

/** Where the parts of a post are. */
function partOf({ lang }: View, { post, key, queue }: ShownPost, part: string, save?: '1'): string {
  return addressOf(`/douyinPublishH5/${post.id}${part}`, { key, of: queue?.of, save, lang });
}

function saidBefore({ t }: View, { said, waiting }: NonNullable<ShownPost['queue']>): Markup {
  const text = t('publishing:phone.waiting', { count: waiting.length });
  if (said !== 'done' && said !== 'failed') return markup`<p class="quiet">${text}</p>`;
  return markup`<p class="note good" role="status"><b>${t(`publishing:phone.said-${said}`)}</b>${text}</p>`;
}

function until({ t, language }: View, { deadline }: PostRow): Markup {
  // In the phone's own time zone once its script has run.
  const words = deadline.toLocaleString(language === 'zh' ? 'zh-CN' : 'en-GB', {
    ...{ timeZone: 'Asia/Shanghai', timeZoneName: 'short' },
    ...{ month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' },
  });
  const [before = '', after = ''] = t('publishing:phone.until').split('{{time}}');
  return markup`${before}<time datetime="${deadline.toISOString()}">${words}</time>${after}`;
}

function blockedHint({ t, request }: View): Markup | null {
  const agent = request.headers['user-agent'] ?? '';
  const app = APPS.find((known) => known.agent.test(agent));
  if (app === undefined) return null;
  const params = { app: t(app.name) };
  return markup`<div class="note"><b>${t('publishing:phone.blocked', params)}</b>${t('publishing:phone.blocked-text')}</div>`;
}

function videoPart(view: View, shown: ShownPost): Markup {
  const { t } = view;
  const cover = partOf(view, shown, '/cover.jpg');
  return markup`<section class="step"><h2>${t('publishing:phone.step-video')}</h2>
<video controls playsinline webkit-playsinline preload="metadata" poster="${cover}" src="${partOf(view, shown, '/video.mp4')}" aria-label="${shown.post.name}"></video>
<a class="button main" href="${partOf(view, shown, '/video.mp4', '1')}" download>${t('publishing:phone.save-video')}</a>
<img class="cover" src="${cover}" alt="${t('publishing:phone.cover')}">
<a class="button" href="${partOf(view, shown, '/cover.jpg', '1')}" download>${t('publishing:phone.save-cover')}</a>
</section>
`;
}

/** Lines that a field shows at most, and Latin letters of each, on a phone. */
const MOST_ROWS = 6;
const LINE = 34;

interface CopiedField {
  id: 'title' | 'caption' | 'place' | 'product';
  label: string;
  value: string;
  /** At least. */
  rows: number;
}

/** How many lines a field needs: a Chinese letter is as wide as two Latin ones. */
function rowsOf({ value, rows }: CopiedField): number {
  const wide = [...value].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 0);
  return Math.max(rows, Math.min(MOST_ROWS, Math.ceil(wide / LINE)));
}

/** What somebody pastes into the app; its button appears once the page's script runs. */
function copiedField({ t }: View, field: CopiedField): Markup {
  const { id, label, value } = field;
  return markup`<div class="field"><label class="quiet" for="${id}">${label}</label>
<textarea id="${id}" rows="${rowsOf(field)}" readonly dir="auto">${value}</textarea>
<button type="button" hidden data-copies="${id}" data-copied="${t('publishing:phone.copied')}" data-selected="${t('publishing:phone.selected')}">${t(`publishing:phone.copy-${id}`)}</button></div>
`;
}

function wordsPart(view: View, { title, text, topics, mentions }: PostRow): Markup | null {
  const { t } = view;
  const caption = captionOf({ text, topics, mentions });
  const fields = [
    { id: 'title', label: t('publishing:phone.post-title'), value: title, rows: 2 },
    { id: 'caption', label: t('publishing:phone.caption'), value: caption, rows: 6 },
  ] as const;
  const shown = fields.filter(({ value }) => value !== '');
  if (shown.length === 0) return null;
  return markup`<section class="step"><h2>${t('publishing:phone.step-words')}</h2>
${shown.map((field) => copiedField(view, field))}</section>
`;
}

function placePart(view: View, { place }: PostRow): Markup | null {
  if (place === null) return null;
  const field = { id: 'place', label: view.t('publishing:phone.place'), value: place.name, rows: 1 } as const;
  return markup`<section class="step"><h2>${view.t('publishing:phone.step-place')}</h2>
${copiedField(view, field)}</section>
`;
}

function productPart(view: View, { product }: PostRow): Markup | null {
  if (product === null) return null;
  const field = { id: 'product', label: view.t('publishing:phone.product'), value: product.url, rows: 2 } as const;
  return markup`<section class="step"><h2>${view.t('publishing:phone.step-product')}</h2><p dir="auto">${product.name}</p>
${copiedField(view, field)}</section>
`;
}

function appPart(view: View, shown: ShownPost, platform: string): Markup {
  const { t } = view;
  const { post, handover } = shown;
  const params = { platform, channel: post.channelName };
  const canOpen = (handover.appLink ?? null) !== null;
  return markup`<section class="step"><h2>${t('publishing:phone.step-app', params)}</h2>
<p>${t(canOpen ? 'publishing:phone.how-app' : 'publishing:phone.how-hand', params)}</p>
${canOpen && markup`<a class="button main" href="${partOf(view, shown, '/app')}">${t('publishing:phone.open-app', params)}</a>`}</section>
`;
}

function donePart(view: View, shown: ShownPost): Markup {
  const { t } = view;
  const { handover, mistake } = shown;
  const wrong = mistake?.step === 'done' ? mistake : null;
  const label = t(handover.hasLinks ? 'publishing:phone.paste' : 'publishing:phone.paste-optional');
  return markup`<section id="done" class="step"><h2>${t('publishing:phone.step-done')}</h2>
<form method="post" action="${partOf(view, shown, '')}#done"><input type="hidden" name="step" value="done">${wrong?.isGivenTwice === true && markup`<input type="hidden" name="again" value="${wrong.typed}">`}
<label class="quiet" for="link">${label}</label>
<textarea id="link" name="link" rows="3" maxlength="4000" dir="auto" autocomplete="off" autocapitalize="off" spellcheck="false"${invalid(wrong, 'link')}>${wrong?.typed ?? ''}</textarea>
${fault(wrong, 'link')}<button class="main">${t('publishing:phone.done')}</button></form></section>
`;
}

function failedPart(view: View, shown: ShownPost): Markup {
  const { t } = view;
  const wrong = shown.mistake?.step === 'failed' ? shown.mistake : null;
  return markup`<details id="failed"${wrong !== null && markup` open`}><summary>${t('publishing:phone.cannot')}</summary>
<form method="post" action="${partOf(view, shown, '')}#failed"><input type="hidden" name="step" value="failed">
<label class="quiet" for="reason">${t('publishing:phone.reason')}</label>
<textarea id="reason" name="reason" rows="3" maxlength="200" dir="auto"${invalid(wrong, 'reason')}>${wrong?.typed ?? ''}</textarea>
${fault(wrong, 'reason')}<button>${t('publishing:phone.give-up')}</button></form></details>
`;
}

const invalid = (wrong: ShownPost['mistake'], id: string): Markup | false =>
  wrong !== null && markup` aria-invalid="true" aria-describedby="${id}-wrong" autofocus`;
const fault = (wrong: ShownPost['mistake'], id: string): Markup | false =>
  wrong !== null && markup`<p class="wrong" role="alert" id="${id}-wrong">${wrong.text}</p>\n`;

function othersPart(
  { t, lang }: View,
  { post, key }: ShownPost,
  { of, waiting }: NonNullable<ShownPost['queue']>,
): Markup | null {
  const others = waiting.filter(({ id }) => id !== post.id).slice(0, MOST_OTHERS);
  if (others.length === 0) return null;
  const rows = others.map(({ id, title, name, channelName }) => {
    const address = addressOf(`/douyinPublishH5-temp/${of}`, { key, post: id, lang });
    return markup`<li><a href="${address}" dir="auto"><span class="name">${title === '' ? name : title}</span> <span class="quiet">${channelName}</span></a></li>\n`;
  });
  return markup`<section><h2>${t('publishing:phone.others')}</h2><ul>${rows}</ul></section>`;
}
