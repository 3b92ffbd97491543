import { BOOT_ELEMENT, type Boot } from '#core/contract/boot.ts';

import type { OpenedWebBuild } from './web-build.ts';

/** The content of a page before its first script has run. */
export interface WebPage {
  boot: Boot;
  dark: boolean;
  title: string;
  description: string;
  /** Shown when scripts are disabled. */
  scriptless: string;
  /** The plugin whose code this address needs; it is fetched in parallel with the start. */
  plugin: string | undefined;
}

/** Writes the one HTML page of the browser half. */
export function renderWebPage(build: OpenedWebBuild, page: WebPage): string {
  const { boot, dark } = page;
  const plugin = page.plugin === undefined ? undefined : build.plugins[page.plugin];
  const ahead = [
    ...(plugin?.css ?? [])
      .filter((address) => !build.css.includes(address))
      .map((address) => preload('style', address)),
    ...(plugin?.js ?? []).filter((address) => !build.js.includes(address)).map((address) => preload('script', address)),
  ];
  return `<!doctype html>
<html lang="${boot.language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="${dark ? 'dark' : 'light'}">
<meta name="theme-color" content="${dark ? '#0B0F14' : '#F5F7F9'}">
<title>${escape(page.title)}</title>
<meta name="description" content="${escape(page.description)}">
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
${build.importMap === null ? '' : `<script type="importmap">${build.importMap.text}</script>\n`}<script src="${build.statics['browser-check.js'] ?? ''}"></script>
${build.css.map((address) => `<link rel="stylesheet" href="${address}">`).join('\n')}
${build.js.map((address) => `<script defer src="${address}"></script>`).join('\n')}
${ahead.join('\n')}
</head>
<body theme-mode="${dark ? 'dark' : 'light'}">
<noscript>${escape(page.scriptless)}</noscript>
<div id="root"></div>
<script type="application/json" id="${BOOT_ELEMENT}">${JSON.stringify(boot).replaceAll('<', '\\u003c')}</script>
</body>
</html>
`;
}

function preload(kind: 'script' | 'style', address: string): string {
  return `<link rel="preload" as="${kind}" href="${address}">`;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
