import { BOOT_ELEMENT, type Boot } from '#core/contract/boot.ts';

import { MARK } from './mark.ts';
import type { Ahead } from './page-ahead.ts';
import type { InlineText, OpenedWebBuild } from './web-build.ts';

/** The content of a page before its first script has run. */
export interface WebPage {
  boot: Boot;
  dark: boolean;
  title: string;
  description: string;
  /** Shown when scripts are disabled. */
  scriptless: string;
  /** The styles of the first paint, which waits for no file of them. */
  styles: readonly (InlineText & { address: string })[];
  /** Fetched in parallel with the start, unless that waits for the first lines. */
  ahead: Ahead;
  /** What turns browsers away that are too old, before anything else runs. */
  check: InlineText;
  /** The element with the page's first lines, which are seen until its code has come; empty where there are none. */
  firstPaint: string;
  /** What runs the scripts of the start once the first lines are painted; null where they run at once. */
  starter: InlineText | null;
}

/** The icon of the tab, in the page: small as it is, a request costs more. */
const ICON = `data:image/svg+xml,${encodeURIComponent(MARK)}`;

/** Writes the one HTML page of the browser half. */
export function renderWebPage(build: OpenedWebBuild, page: WebPage): string {
  const { boot, dark, styles, check, firstPaint, starter } = page;
  const ahead =
    starter === null
      ? [
          ...page.ahead.styles.map((address) => preload('style', address)),
          ...page.ahead.scripts.map((address) => preload('script', address)),
          ...page.ahead.texts.map((address) => preload('fetch', address)),
        ]
      : // The starter asks for the rest: it must not compete with these.
        build.js.map((address) => preload('script', address));
  return `<!doctype html>
<html lang="${boot.language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="${dark ? 'dark' : 'light'}">
<meta name="theme-color" content="${dark ? '#0B0F14' : '#F5F7F9'}">
<title>${escape(page.title)}</title>
<meta name="description" content="${escape(page.description)}">
<link rel="icon" type="image/svg+xml" href="${ICON}">
${build.importMap === null ? '' : `<script type="importmap">${build.importMap.text}</script>\n`}<script>${check.text}</script>
${styles.map(({ address, text }) => `<style data-href="${address}">${text}</style>`).join('\n')}
${(starter === null ? build.js : []).map((address) => `<script defer src="${address}"></script>`).join('\n')}
${ahead.join('\n')}
</head>
<body theme-mode="${dark ? 'dark' : 'light'}">
<noscript>${escape(page.scriptless)}</noscript>
<div id="root"></div>
${firstPaint === '' ? '' : `${firstPaint}\n`}<script type="application/json" id="${BOOT_ELEMENT}">${JSON.stringify(boot).replaceAll('<', '\\u003c')}</script>
${starter === null ? '' : `<script>${starter.text}</script>\n`}</body>
</html>
`;
}

/** After what the start itself loads. Texts are fetched by the same means as preloaded, or they would come twice. */
function preload(kind: 'script' | 'style' | 'fetch', address: string): string {
  return `<link rel="preload" as="${kind}" href="${address}" fetchpriority="low"${kind === 'fetch' ? ' crossorigin' : ''}>`;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
