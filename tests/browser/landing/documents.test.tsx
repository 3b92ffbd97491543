import { expect, test } from '@rstest/core';

import { answer, buildManifest, mountPlugin, refuse } from '#core/web/testing/index.ts';
import { readPage } from '#plugins/landing/calls.ts';
import { PAGE_NAMES } from '#plugins/landing/page-names.ts';
import web from '#plugins/landing/web/index.ts';

import { ANSWERS, landing, pageNameOf } from './landing-plugin.ts';

const ANONYMOUS = { account: null } as const;

function showing(markdown: string) {
  return mountPlugin(landing, {
    page: 'Protocol',
    session: ANONYMOUS,
    calls: [answer(readPage, { name: 'protocal', language: 'zh', markdown })],
  });
}

test('each page of the manifest shows the document of its address', async () => {
  const shown: string[] = [];
  for (const { page: name, path } of landing.manifest.routes) {
    if (name === undefined || name === 'Home') continue;
    const page = await mountPlugin(landing, { page: name, path, session: ANONYMOUS, calls: ANSWERS });
    await page.until(() => page.allByRole('heading').length > 1);
    expect(page.element.querySelector('h1')?.textContent).toBe(path.slice(1));
    shown.push(path.slice(1));
    await page.unmount();
  }
  expect(shown.sort()).toEqual([...PAGE_NAMES].sort());
  expect(Object.keys(web.pages ?? {})).toHaveLength(1 + PAGE_NAMES.length);
});

test('its chapters are listed, each with a link to where it begins', async () => {
  const page = await showing('# 协议\n\n更新于 2026 年 1 月 1 日\n\n## 甲 *一*\n\n话\n\n## 乙\n\n话');
  await page.until(() => page.byRole('navigation', '目录'));
  const links = [...page.byRole('navigation', '目录').querySelectorAll('a')];
  expect(links.map(({ textContent }) => textContent)).toEqual(['甲 一', '乙']);
  for (const link of links) {
    const target = page.element.querySelector(link.getAttribute('href') as string);
    expect(target?.textContent).toBe(link.textContent);
  }
  expect(page.element.querySelector('.rp-document__head')?.textContent).toBe('协议更新于 2026 年 1 月 1 日');
  await page.unmount();
});

test('HTML in a document is shown as text, and a link that runs something is none', async () => {
  const page = await showing(
    [
      '# 协议',
      '<img src=x onerror="alert(1)"> <script>alert(2)</script>',
      '<iframe src="https://elsewhere.example"></iframe>',
      '[a](javascript:alert(3)) [b](data:text/html,x) [c](//elsewhere.example) [d](vbscript:x)',
      '![picture](https://elsewhere.example/p.png)',
      '[home](/home) [web](https://reelport.example) [mail](mailto:a@b.example)',
    ].join('\n\n'),
  );
  const article = await page.until(() => page.element.querySelector('article'));
  expect(article?.querySelectorAll('script, img, iframe')).toHaveLength(0);
  expect(article?.textContent).toContain('<script>alert(2)</script>');
  const links = [...(article?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/home', 'https://reelport.example', 'mailto:a@b.example']);
  await page.unmount();
});

test('lists, tables and marks are drawn as what they are', async () => {
  const page = await showing('# 协议\n\n3. **三**\n4. 四\n   - 内\n\n| 项 | 值 |\n| --- | --- |\n| A&amp;B | `x` |');
  const article = await page.until(() => page.element.querySelector('article'));
  expect(article?.querySelector('ol')?.getAttribute('start')).toBe('3');
  expect(article?.querySelector('ol strong')?.textContent).toBe('三');
  expect(article?.querySelector('ol ul li')?.textContent).toBe('内');
  expect([...(article?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)).toEqual(['A&B', 'x']);
  await page.unmount();
});

test('a switch of language reads the document anew, and the old one stays until then', async () => {
  const held: PromiseWithResolvers<void>[] = [];
  const page = await mountPlugin(landing, {
    page: 'Protocol',
    session: ANONYMOUS,
    calls: [
      answer(readPage, async ({ params, path }) => {
        const isFirst = held.length === 0;
        await held.at(-1)?.promise;
        return {
          name: pageNameOf(params, path),
          language: isFirst ? ('zh' as const) : ('en' as const),
          markdown: isFirst ? '# 用户协议' : '# User agreement',
        };
      }),
    ],
  });
  await page.until(() => page.text.includes('用户协议'));
  held.push(Promise.withResolvers());
  await page.click(page.byRole('button', /Switch to English$/));
  expect(page.element.querySelector('h1')?.textContent).toBe('用户协议');
  held[0]?.resolve();
  await page.until(() => page.element.querySelector('h1')?.textContent === 'User agreement');
  expect(page.element.querySelector('.rp-document__sheet')?.getAttribute('lang')).toBe('en');
  await page.unmount();
});

test('a document that does not come can be asked for again, and no toast repeats what the page says', async () => {
  const page = await mountPlugin(landing, {
    page: 'LegalNotice',
    session: ANONYMOUS,
    calls: [refuse(readPage, 'x', { kind: 'network' }), ...ANSWERS],
  });
  const retry = await page.until(() => page.byRole('button', '重试'));
  expect(page.byRole('alert').textContent).toContain('这一页没有加载出来');
  expect(page.toasts.shown).toEqual([]);
  await page.click(retry);
  await page.until(() => page.text.includes('legalNotice'));
  expect(page.allByRole('alert')).toEqual([]);
  await page.unmount();
});

test('the voice cloning agreement is linked only where voices are cloned', async () => {
  const cloning = {
    manifest: buildManifest({ id: 'cloning', routes: [{ path: '/cloneSound/list', page: 'List' }] }),
    web: {},
  };
  for (const partners of [[], [cloning]]) {
    const page = await mountPlugin(landing, {
      page: 'AboutUs',
      path: '/aboutUs',
      calls: ANSWERS,
      partners,
      session: { account: null },
    });
    await page.until(() => page.element.querySelector('.rp-site-footer'));
    const links = [...page.element.querySelectorAll('.rp-site-footer a')].map((link) => link.getAttribute('href'));
    expect([links.includes('/aboutUs'), links.includes('/cloneSoundProtocol')]).toEqual([true, partners.length > 0]);
    await page.unmount();
  }
});
