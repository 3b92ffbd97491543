import { expect, test } from '@rstest/core';

import { cycle, expectNoLeaks, mountPlugin } from '#core/web/testing/index.ts';

import { TIMES } from '#tests/browser/cycle-times.ts';
import { ANSWERS, landing, preferLessMotion, seeEverything } from './landing-plugin.ts';

const ANONYMOUS = { account: null } as const;

test('the plugin leaves nothing behind when it is opened and stopped again and again', async () => {
  seeEverything();
  expectNoLeaks(
    await cycle(landing, {
      calls: ANSWERS,
      path: '/home',
      pages: ['Home', 'Protocol'],
      session: ANONYMOUS,
      times: TIMES,
    }),
  );
});

test('a visitor who starts is asked to log in', async () => {
  const page = await mountPlugin(landing, { page: 'Home', session: ANONYMOUS });
  expect(page.byRole('heading', /^把一堆素材变成\s*五十条不重样的短视频$/).tagName).toBe('H1');
  await page.click(page.byRole('button', '免费开始'));
  // The line below the button promises that a mobile number will do.
  expect(page.dialogs.opened).toMatchObject([{ id: 'account/login', properties: { tab: 'mobile' } }]);
  await page.click(page.byRole('button', '登录'));
  expect(page.dialogs.opened[1]).toMatchObject({ id: 'account/login', properties: { tab: undefined } });
  await page.unmount();
});

test('a member goes to the workbench instead', async () => {
  const page = await mountPlugin(landing, { page: 'Home' });
  await page.click(page.byRole('button', '打开工作台'));
  expect(page.router.place.path).toBe('/workbench');
  expect(page.dialogs.opened).toEqual([]);
  await page.unmount();
});

test('there is one lamp button', async () => {
  const page = await mountPlugin(landing, { page: 'Home', session: ANONYMOUS });
  expect(page.element.querySelectorAll('.rp-button--primary')).toHaveLength(1);
  await page.unmount();
});

test('language and theme are switched in the header, and the pictures follow', async () => {
  seeEverything();
  const page = await mountPlugin(landing, { page: 'Home', session: ANONYMOUS });
  const pictures = (): string[] =>
    [...page.element.querySelectorAll<HTMLImageElement>('.rp-screen img')].map(({ src }) => src);
  const before = pictures();
  await page.click(page.byRole('button', /Switch to English$/));
  await page.until(() => page.byRole('button', 'Start free'));
  expect(page.i18n.language).toBe('en');
  await page.click(page.byRole('button', 'Switch to light'));
  expect(page.theme.mode).toBe('light');
  const after = pictures();
  expect(after).toHaveLength(4);
  expect(after.filter((address) => before.includes(address))).toEqual([]);
  await page.unmount();
});

test('questions are closed at first, and each opens by itself', async () => {
  const page = await mountPlugin(landing, { page: 'Home', session: ANONYMOUS });
  const questions = [...page.element.querySelectorAll('details')];
  expect(questions).toHaveLength(6);
  expect(questions.some(({ open }) => open)).toBe(false);
  const [first, second] = questions;
  await page.click(first?.querySelector('summary') as Element);
  expect([first?.open, second?.open]).toEqual([true, false]);
  await page.unmount();
});

test('pictures are fetched when they come near, the film when the wall is in sight', async () => {
  const sources = (of: ParentNode): string[] =>
    [...of.querySelectorAll('.rp-screen img, video')].map((element) => element.getAttribute('src') ?? '');
  const below = await mountPlugin(landing, { page: 'Home', session: ANONYMOUS });
  expect(sources(below.element)).toEqual(['', '', '', '']);
  await below.unmount();
  seeEverything();
  const page = await mountPlugin(landing, { page: 'Home', session: ANONYMOUS });
  await page.until(() => page.element.querySelector('video'));
  expect(sources(page.element).filter((source) => source !== '')).toHaveLength(5);
  await page.unmount();
});

test('where less motion is preferred the wall stands still until somebody plays it', async () => {
  preferLessMotion();
  seeEverything();
  const page = await mountPlugin(landing, { page: 'Home', session: ANONYMOUS });
  expect(page.element.querySelector('video')).toBe(null);
  await page.click(page.byRole('button', '播放动画'));
  expect(page.byRole('button', '暂停动画')).toBeTruthy();
  await page.until(() => page.element.querySelector('video'));
  await page.unmount();
});
