import type { FastifyInstance } from 'fastify';

import { negotiate, translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import { MARK } from './mark.ts';

const STYLE = `
:root{color-scheme:dark light;--water:#0B0F14;--deck:#121922;--bay:#18212C;--line:#263241;--text:#E8EEF5;--quiet:#A9B6C5;--lamp:#FF8A3D;--on-lamp:#1A0E05;--signal:#2BC4B4}
@media (prefers-color-scheme:light){:root{--water:#F5F7F9;--deck:#FFF;--bay:#EDF1F5;--line:#DCE3EA;--text:#10161D;--quiet:#44525F;--lamp:#B84507;--on-lamp:#FFF;--signal:#09766B}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(0,1fr);place-items:center;padding:24px;background:var(--water);color:var(--text);font:16px/24px Inter,"PingFang SC","HarmonyOS Sans","Microsoft YaHei","Noto Sans CJK SC",system-ui,sans-serif}
main{width:100%;max-width:560px;padding:48px;background:var(--deck);border:1px solid var(--line);border-radius:14px}
[lang=en] body{font-family:Inter,system-ui,sans-serif}
header{display:flex;align-items:center;gap:12px;font-weight:650}
header svg{width:32px;height:32px;fill:var(--lamp)}
header span{color:var(--quiet);font-weight:400}
h1{margin:32px 0 8px;font-size:28px;line-height:36px;font-weight:650}
p{margin:0 0 16px;color:var(--quiet)}
.state{display:flex;align-items:center;gap:8px;color:var(--signal);font-size:14px;line-height:22px;font-variant-numeric:tabular-nums}
.state::before{content:"";width:8px;height:8px;border-radius:4px;background:currentColor}
pre{margin:0 0 24px;padding:12px 16px;white-space:pre-wrap;background:var(--bay);border-radius:6px;font:14px/22px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
nav{display:flex;flex-wrap:wrap;align-items:center;gap:12px 24px}
a{color:var(--text);text-underline-offset:4px;text-decoration-color:var(--quiet)}
a.next{padding:8px 16px;background:var(--lamp);color:var(--on-lamp);border-radius:6px;text-decoration:none;font-weight:650}
a:focus-visible{outline:2px solid var(--lamp);outline-offset:2px}
@media (max-width:480px){main{padding:24px}}
`;

/** The home page of a server without a browser build: says that it is running, and where to read more. */
export function addWelcomePage(
  app: FastifyInstance,
  options: { version: string; headers: Record<string, string> },
): void {
  const pages: Record<MessageLanguage, string> = { zh: page('zh', options.version), en: page('en', options.version) };

  app.get('/', { schema: { hide: true } }, async (request, reply) =>
    reply
      .headers(options.headers)
      .header('content-type', 'text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .send(pages[negotiate(request.headers['accept-language'])]),
  );
}

function page(language: MessageLanguage, version: string): string {
  const other = language === 'zh' ? 'Reelport' : '映港';
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${translate(language, 'core:welcome.title')}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<style>${STYLE}</style>
</head>
<body>
<main>
<header>${MARK.replace(' fill="#FF8A3D"', ' aria-hidden="true"')}${translate(language, 'core:welcome.name')} <span lang="${language === 'zh' ? 'en' : 'zh-CN'}">${other}</span></header>
<h1>${translate(language, 'core:welcome.title')}</h1>
<p>${translate(language, 'core:welcome.lead')}</p>
<p class="state">${translate(language, 'core:welcome.state', { version })}</p>
<p>${translate(language, 'core:welcome.command')}</p>
<pre>npm run mix -- --demo OUT --count 50</pre>
<nav>
<a class="next" href="/api/docs">${translate(language, 'core:welcome.api')}</a>
<a href="/docs/operators.md">${translate(language, 'core:welcome.operators')}</a>
<a href="/docs/architecture.md">${translate(language, 'core:welcome.architecture')}</a>
<a href="/health/ready">${translate(language, 'core:welcome.health')}</a>
</nav>
</main>
</body>
</html>
`;
}
