import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// docs/look.html: every token, icon and part of the identity on one page, drawn with the product's own style sheets.

const root = fileURLToPath(new URL('..', import.meta.url));
const target = `${root}docs/look.html`;
const read = (path: string) => readFileSync(root + path, 'utf8');

const sheets = [
  ...globSync('host/web/look/*.css', { cwd: root }),
  ...globSync('core/web/{components,views/dialogs,views/plugins,views/toasts}/*.css', { cwd: root }),
].sort();

/** The names of custom properties that a sheet defines. */
function tokensOf(path: string, pattern: RegExp): string[] {
  return [...read(path).matchAll(/^\s+(--rp-[\w-]+):/gm)]
    .map(([, name = '']) => name)
    .filter((name) => pattern.test(name));
}

const colours = tokensOf('host/web/look/tokens-dark.css', /./).filter((name) => name !== '--rp-float');
const spaces = tokensOf('host/web/look/base.css', /^--rp-space/);
const radii = tokensOf('host/web/look/base.css', /^--rp-radius/);
const fonts = tokensOf('host/web/look/base.css', /^--rp-font/);
const icons = [...read('core/web/components/Icon.tsx').matchAll(/^ {2}'?([\w-]+)'?:\s+'(M[^']+)'/gm)];
const words = '把一堆素材变成五十条不重样的短视频 Turn a pile of clips into fifty videos, no two alike 0123456789';

const icon = (name: string) => {
  const [, , path = ''] = icons.find(([, found]) => found === name) ?? [];
  return `<svg class="rp-icon" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><path d="${path}"/></svg>`;
};

const button = (kind: string, size: string, text: string, more = '') =>
  `<button type="button" class="rp-button rp-button--${kind}${size && ` rp-button--${size}`}"${more}>${text}</button>`;

const toast = (kind: string, name: string, text: string) =>
  `<div class="rp-toast rp-toast--${kind}">${icon(name)}<p class="rp-toast__text">${text}</p></div>`;

const part = (title: string, body: string) => `<h3>${title}</h3><div class="row">${body}</div>`;

const theme = (mode: string) => `<section class="theme" data-theme="${mode}"><h2>${mode}</h2>
<h3>Colours</h3><div class="row">${colours
  .map((name) => `<figure><i style="background:var(${name})"></i><figcaption>${name}</figcaption></figure>`)
  .join('')}</div>
<h3>Type</h3>${fonts.map((name) => `<p><small>${name}</small><br><span style="font:var(${name})">${words}</span></p>`).join('')}
<h3>Space</h3><div class="row">${spaces
  .map((name) => `<figure><b style="inline-size:var(${name})"></b><figcaption>${name}</figcaption></figure>`)
  .join('')}</div>
<h3>Corners</h3><div class="row">${radii
  .map((name) => `<figure><i style="border-radius:var(${name})"></i><figcaption>${name}</figcaption></figure>`)
  .join('')}</div>
${part(
  'Buttons: one lamp-coloured one a screen',
  ['', 'small', 'large']
    .flatMap((size) => [
      button('primary', size, '生成 50 条'),
      button('secondary', size, '取消'),
      button('quiet', size, '跳过'),
    ])
    .concat(button('danger', '', '删除 12 条视频'), button('secondary', '', '不可用', ' disabled'))
    .join(''),
)}
${part('Icon buttons', ['search', 'bell', 'more'].map((name) => `<button type="button" class="rp-icon-button" aria-label="${name}">${icon(name)}</button>`).join(''))}
${part(
  'Toasts',
  toast('success', 'success', '已保存') +
    toast('info', 'info', '映港已更新，刷新后使用新版本。') +
    toast('warning', 'warning', '手机号格式不正确') +
    toast('error', 'error', '上传失败'),
)}
${part('Outline of what is being loaded', '<div class="rp-outline" style="inline-size:100%"><div class="rp-outline__bar rp-outline__bar--title"></div><div class="rp-outline__bar"></div><div class="rp-outline__bar rp-outline__bar--short"></div></div>')}
${part('Icons', icons.map(([, name = '']) => `<figure>${icon(name)}<figcaption>${name}</figcaption></figure>`).join(''))}
</section>`;

/** The rules of one theme, for a part of the page instead of its body. */
const themed = (mode: string) =>
  read(`host/web/look/tokens-${mode}.css`).replace(`body[theme-mode='${mode}']`, `.theme[data-theme='${mode}']`);

const page = `<!doctype html>
<html lang="zh">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Reelport: tokens and parts</title>
<!-- Made by npm run generate from the style sheets that it links to. -->
${sheets.map((path) => `<link rel="stylesheet" href="../${path}">`).join('\n')}
<style>
${themed('dark')}${themed('light')}
body { background: none }
.theme { padding: 32px; background: var(--rp-water); color: var(--rp-text); font: var(--rp-font-body) }
.theme h3 { margin: 32px 0 12px }
.theme small, figcaption { color: var(--rp-quiet); font: var(--rp-font-dense) }
.row { display: flex; flex-wrap: wrap; gap: 16px; align-items: center }
figure { inline-size: 112px }
figure i { display: block; block-size: 48px; background: var(--rp-bay); border: 1px solid var(--rp-line) }
figure b { display: block; block-size: 12px; background: var(--rp-signal) }
.row .rp-toast { position: static; animation: none }
</style>
<body>
${theme('dark')}
${theme('light')}
</body>
</html>
`;

if (!process.argv.includes('--check')) {
  writeFileSync(target, page);
} else if (readFileSync(target, 'utf8') !== page) {
  console.error('docs/look.html is out of date: npm run generate');
  process.exitCode = 1;
}
