import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { CallContext } from '#core/server/http/calls/call-registry.ts';
import { bodyFor, packText } from '#core/server/http/calls/packed-text.ts';
import { Markup, markup } from '#core/server/http/web/markup.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';

import { PHONE_SCRIPT } from './phone-script.ts';

const STYLES = readFileSync(new URL('phone.css', import.meta.url), 'utf8');
const hashOf = (source: string): string => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/** What the pages may load: their own styles and script, and what belongs to the post. */
const POLICY = [
  `default-src 'none'`,
  `img-src 'self'`,
  `media-src 'self'`,
  `style-src ${hashOf(STYLES)}`,
  `script-src ${hashOf(PHONE_SCRIPT)}`,
  `base-uri 'none'`,
  `form-action 'self'`,
  `frame-ancestors 'none'`,
].join('; ');

/** What a page depends on besides what it shows. */
export interface View {
  language: MessageLanguage;
  t(key: MessageKey, params?: MessageParams): string;
  /** The language that somebody has switched to; undefined for that of the browser. */
  lang: MessageLanguage | undefined;
  request: CallContext['request'];
  reply: CallContext['reply'];
}

export function viewOf(lang: string | undefined, { language, request, reply }: CallContext<Caller | null>): View {
  const switched = lang === 'zh' || lang === 'en' ? lang : undefined;
  const shown = switched ?? language;
  return { language: shown, lang: switched, request, reply, t: (key, params) => translate(shown, key, params) };
}

/** An address with those parameters that are given. */
export function addressOf(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as [string, string]],
  );
  return `${path}?${new URLSearchParams(given).toString()}`;
}

/** Sends a whole page, which nobody keeps: what it shows may be over at any time, and its address is a secret. */
export async function sendPage(
  view: View,
  { title, body, status = 200 }: { title: string; body: Markup; status?: number },
): Promise<void> {
  const { language, t, request, reply } = view;
  const other = language === 'zh' ? 'en' : 'zh';
  const { pathname, searchParams } = new URL(request.url, 'http://here');
  const switched = addressOf(pathname, { ...Object.fromEntries(searchParams), said: undefined, lang: other });
  const page = markup`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="format-detection" content="telephone=no">
<meta name="theme-color" content="#F5F7F9" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0B0F14" media="(prefers-color-scheme: dark)">
<title>${title}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style>${new Markup(STYLES)}</style>
</head>
<body>
<header><b>${t('shell:name')}</b><a href="${switched}" lang="${other}" hreflang="${other}">${other === 'zh' ? '中文' : 'English'}</a></header>
<main>
${body}
</main>
<script>${new Markup(PHONE_SCRIPT)}</script>
</body>
</html>
`.source;
  reply.headers({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-security-policy': POLICY,
    vary: 'accept-encoding, accept-language',
  });
  const packed = bodyFor(request, reply, await packText(page));
  reply.code(status).headers({ 'content-type': 'text/html; charset=utf-8', 'content-length': packed.length });
  reply.send(packed);
}

/** A page that says something in words. */
export async function sendWords(
  view: View,
  { title, text, link = null, status = 200 }: { title: string; text: string; link?: string | null; status?: number },
): Promise<void> {
  const way = link !== null && markup`<a class="button" href="${link}" rel="noreferrer">${link}</a>`;
  const body = markup`<section><h1>${title}</h1><p>${text}</p>${way}</section>`;
  await sendPage(view, { title, body, status });
}
