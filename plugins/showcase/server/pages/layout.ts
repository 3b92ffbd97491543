import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { Markup, markup } from '#core/server/http/web/markup.ts';
import type { View } from './view.ts';

const STYLES = readFileSync(new URL('page.css', import.meta.url), 'utf8');
/** Tells the server once that somebody has begun to watch; without scripts everything works but that. */
const SCRIPT =
  `document.querySelector('video[data-views]')?.addEventListener('playing', ({ currentTarget: { dataset } }) => ` +
  `void fetch(dataset.views, { method: 'POST', keepalive: true }).catch(() => {}), { once: true });`;
const hashOf = (source: string): string => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/** The registry that filing numbers lead to. */
const REGISTRY = 'https://beian.miit.gov.cn/';

/** What pages may load: their own styles and script, and pictures and videos of this installation. */
const POLICY = [
  `default-src 'none'`,
  `img-src 'self'`,
  `media-src 'self'`,
  `connect-src 'self'`,
  `style-src ${hashOf(STYLES)}`,
  `script-src ${hashOf(SCRIPT)}`,
  `base-uri 'none'`,
  `form-action 'none'`,
];
export const PAGE_POLICY = [...POLICY, `frame-ancestors 'none'`].join('; ');
/** Any site may show the player. */
export const EMBED_POLICY = [...POLICY, 'frame-ancestors *'].join('; ');

export interface PageParts {
  title: string;
  /** Further elements of the head. */
  head?: readonly Markup[];
  /** Whether search engines may list it; true by default. */
  isListed?: boolean;
  body: Markup;
  /** Whether it has a player. */
  plays?: boolean;
}

/** A whole document. */
export function document(
  { language }: View,
  { title, head = [], isListed = true, body, plays = false }: PageParts,
): string {
  return markup`<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title}</title>
${!isListed && markup`<meta name="robots" content="noindex, nofollow">\n`}<meta name="theme-color" content="#F5F7F9" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#0B0F14" media="(prefers-color-scheme: dark)">
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
${head.map((element) => markup`${element}\n`)}<style>${new Markup(STYLES)}</style>
</head>
${body}
${plays && markup`<script>${new Markup(SCRIPT)}</script>\n`}</html>
`.source;
}

/** The body of a page with the foot that all have. @param feed the address of the feed; null where there is none */
export function framed({ t, filing }: View, content: Markup, feed: string | null = null): Markup {
  const links = [
    feed !== null && markup`<a href="${feed}">${t('showcase:page.feed')}</a>`,
    filing !== null && markup`<a href="${REGISTRY}" rel="noopener noreferrer">${filing}</a>`,
  ].filter((link) => link !== false);
  return markup`<body>
${content}
<footer><div class="column quiet"><span>${t('showcase:page.made-with', { name: t('shell:name') })}</span><span>${links}</span></div></footer>
</body>`;
}

/** A page instead of what was asked for. */
export function missingPage(
  view: View,
  { title, text, home }: { title: string; text: string; home: string | null },
): string {
  const { t } = view;
  const way =
    home === null ? null : markup`<p><a class="action" href="${home}">${t('showcase:page.all-videos')}</a></p>`;
  const content = markup`<main class="column"><div class="missing"><h1>${title}</h1><p class="quiet">${text}</p>${way}</div></main>`;
  return document(view, { title, isListed: false, body: framed(view, content) });
}
