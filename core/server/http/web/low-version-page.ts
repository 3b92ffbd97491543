import { SUPPORTED_BROWSERS } from '#core/contract/supported-browsers.ts';
import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import { MARK } from './mark.ts';
import type { OpenedWebBuild } from './web-build.ts';
import { escape } from './web-page.ts';

const COPYRIGHT_START = 2005;

/** Where each browser is to be had. */
const ADDRESSES: Record<keyof typeof SUPPORTED_BROWSERS, string> = {
  Chrome: 'https://www.google.com/chrome/',
  Edge: 'https://www.microsoft.com/edge',
  Firefox: 'https://www.mozilla.org/firefox/',
  Safari: 'https://support.apple.com/HT204416',
};

/**
 * The page for browsers too old for the bundle; they can read it without its script, which tells the others that they
 * are not too old.
 */
export function renderLowVersionPage(
  build: OpenedWebBuild,
  page: { language: MessageLanguage; dark: boolean; year: number },
): string {
  const { language, dark, year } = page;
  const browsers = Object.keys(SUPPORTED_BROWSERS) as (keyof typeof SUPPORTED_BROWSERS)[];
  const text = (key: Parameters<typeof translate>[1], params?: Record<string, string | number>): string =>
    escape(translate(language, key, params));
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text('shell:page-title', { page: translate(language, 'shell:low-version.title') })}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="stylesheet" href="${build.statics['low-version.css'] ?? ''}">
<script src="${build.statics['browser-check.js'] ?? ''}"></script>
</head>
<body class="${dark ? 'dark' : 'light'}">
<main>
<p class="brand">${MARK.replace('<svg ', '<svg aria-hidden="true" width="32" height="32" ')}<b>${text('shell:name')}</b></p>
<div class="old">
<h1>${text('shell:low-version.title')}</h1>
<p>${text('shell:low-version.text')}</p>
<ul>
${browsers.map((name) => `<li><a href="${ADDRESSES[name]}" rel="noopener noreferrer">${text('shell:low-version.get', { browser: name, version: SUPPORTED_BROWSERS[name] })}</a></li>`).join('\n')}
</ul>
</div>
<div class="current">
<h1>${text('shell:low-version.current')}</h1>
<p><a href="/">${text('shell:low-version.home')}</a></p>
</div>
</main>
<footer>
<p>© ${COPYRIGHT_START}–${year} ${text('shell:name')}</p>
<p><a href="/protocal">${text('shell:footer.terms')}</a> <a href="/legalNotice">${text('shell:footer.privacy')}</a></p>
</footer>
</body>
</html>
`;
}
