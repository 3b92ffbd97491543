import { afterEach, expect, rs, test } from '@rstest/core';
import { autorun } from 'mobx';

import type { MessageKey } from '#core/contract/message-keys.ts';
import { createI18n } from '#core/web/i18n/create-i18n.ts';
import type { Language } from '#core/web/i18n/i18n.ts';

const TEXTS: Record<string, Record<string, string>> = {
  'zh/shell': { name: '映港', 'page-title': '{{page}} · 映港', 'time.now': '刚刚' },
  'en/shell': { name: 'Reelport', 'page-title': '{{page}} · Reelport', 'time.now': 'just now' },
  'zh/account': { 'safe.title': '个人信息' },
  'en/account': { 'safe.title': 'Your account' },
  'zh/landing': { 'home.title': '首页' },
  'en/landing': { 'home.title': 'Home' },
  'zh/mixing': { 'wall.made': '{{count}} 条视频' },
  'en/mixing': { 'wall.made': '{{count}} videos', 'wall.made_one': 'one video' },
};

const NOW = new Date(2026, 10, 21, 12, 30).getTime();

function build() {
  const fetchTexts = rs.fn((language: Language, namespace: string) => {
    const texts = TEXTS[`${language}/${namespace}`];
    return texts === undefined ? Promise.reject(new Error('status 404')) : Promise.resolve(texts);
  });
  const remember = rs.fn();
  const i18n = createI18n({
    language: 'zh',
    texts: { shell: TEXTS['zh/shell'] ?? {} },
    fetchTexts,
    remember,
    now: () => NOW,
  });
  return { i18n, fetchTexts, remember };
}

afterEach(() => {
  document.cookie = 'localeLanguage=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/';
});

test('texts that came with the page are there at once, with their values as they are', () => {
  const { i18n, fetchTexts } = build();
  expect(i18n.t('shell:page-title', { page: '<b>&' })).toBe('<b>& · 映港');
  expect(fetchTexts).not.toHaveBeenCalled();
});

test('a value that would turn the sentence around loses what turns it, and nothing else', () => {
  const { i18n } = build();
  expect(i18n.t('shell:page-title', { page: 'gpj.\u202Eexe\u2066 \u05D0\u200F' })).toBe('gpj.exe \u05D0\u200F · 映港');
});

test('of exactly one thing a text of its own is shown where the language has it', async () => {
  const { i18n } = build();
  await i18n.load('mixing');
  const shown = () => [0, 1, 2].map((count) => i18n.t('mixing:wall.made', { count }));
  expect(shown()).toEqual(['0 条视频', '1 条视频', '2 条视频']);
  await i18n.setLanguage('en');
  expect(shown()).toEqual(['0 videos', 'one video', '2 videos']);
});

test('a text of a plugin in a frame, which came without a file, is shown for exactly one as well', () => {
  const { i18n } = build();
  i18n.add('zh', { 'buoys:seen': '{{count}} buoys', 'buoys:seen_one': 'a buoy' });
  const shown = [1, 2].map((count) => i18n.t('buoys:seen' as MessageKey, { count }));
  expect(shown).toEqual(['a buoy', '2 buoys']);
});

test('a text whose namespace is not there is its key, and is drawn anew when it comes', async () => {
  const { i18n, fetchTexts } = build();
  const drawn: string[] = [];
  const stop = autorun(() => drawn.push(i18n.t('account:safe.title')));
  await Promise.all([i18n.load('account'), i18n.load('account')]);
  stop();
  expect(drawn).toEqual(['account:safe.title', '个人信息']);
  expect(fetchTexts).toHaveBeenCalledTimes(1);
});

test('a switch loads what is in use and nothing else, draws anew, and is kept', async () => {
  const { i18n, fetchTexts, remember } = build();
  await i18n.load('account');
  const drawn: string[] = [];
  const stop = autorun(() => drawn.push(i18n.t('shell:name')));
  await i18n.setLanguage('en');
  stop();
  expect(drawn).toEqual(['映港', 'Reelport']);
  expect(i18n.t('account:safe.title')).toBe('Your account');
  expect(fetchTexts.mock.calls.slice(1)).toEqual([
    ['en', 'shell'],
    ['en', 'account'],
  ]);
  expect(remember).toHaveBeenCalledWith('en');
  expect(document.cookie).toContain('localeLanguage=en');
  expect(document.documentElement.lang).toBe('en');
});

test('of two switches at once the later one counts', async () => {
  const { i18n } = build();
  const there = i18n.setLanguage('en');
  const back = i18n.setLanguage('zh');
  await Promise.all([there, back]);
  expect(i18n.language).toBe('zh');
});

test('a switch whose texts cannot be had changes nothing', async () => {
  const { i18n, fetchTexts } = build();
  fetchTexts.mockRejectedValueOnce(new Error('no connection'));
  await expect(i18n.setLanguage('en')).rejects.toThrow('no connection');
  expect(i18n.t('shell:name')).toBe('映港');
  await i18n.setLanguage('en');
  expect(i18n.t('shell:name')).toBe('Reelport');
});

test('texts from elsewhere stand in for those that are not loaded, and give way to them', async () => {
  const { i18n } = build();
  i18n.add('zh', { 'landing:home.title': '登陆页', 'shell:name': '别的' });
  expect([i18n.t('landing:home.title'), i18n.t('shell:name')]).toEqual(['登陆页', '映港']);
  await i18n.load('landing');
  expect(i18n.t('landing:home.title')).toBe('首页');
});

test('a key that no file has is answered as it is', () => {
  const { i18n } = build();
  expect(i18n.t('shell:nothing' as MessageKey)).toBe('shell:nothing');
});

test('texts that another revision brings take the place of those that are there', async () => {
  const now = { revision: '1', title: '一' };
  const asked: string[] = [];
  const i18n = createI18n({
    ...{ language: 'zh', texts: {}, remember: () => undefined },
    revisionOf: (namespace) => (namespace === 'brand' ? now.revision : undefined),
    fetchTexts(_language, namespace) {
      asked.push(`${namespace} ${now.revision}`);
      return Promise.resolve({ title: now.title });
    },
  });
  const title = () => i18n.t('brand:title' as MessageKey);
  await i18n.load('brand');
  await i18n.load('brand');
  expect([title(), asked]).toEqual(['一', ['brand 1']]);
  Object.assign(now, { revision: '2', title: '二' });
  // What the index says of the new one is there before its own texts are.
  i18n.add('zh', { 'brand:title': '二？' });
  expect(title()).toBe('一');
  i18n.add('zh', { 'brand:title': '二？' }, true);
  expect(title()).toBe('二？');
  await i18n.load('brand');
  expect([title(), asked]).toEqual(['二', ['brand 1', 'brand 2']]);
});

test('counts and amounts follow the product’s rules', () => {
  const { i18n } = build();
  expect([7, 1234, 12.5, 9999, 10_000, 123_456, 100_000_000, 1_234_567_890].map((value) => i18n.count(value))).toEqual([
    '7',
    '1,234',
    '12.50',
    '9,999',
    '1.0W',
    '12.3W',
    '1.00亿',
    '12.35亿',
  ]);
  expect([i18n.number(1234.5), i18n.number(Number.NaN)]).toEqual(['1,234.50', '–']);
});

test('sizes go in steps of 1024 up to YB', () => {
  const { i18n } = build();
  expect(
    [0, 512, 1024, 1536, 10 * 1024 ** 3, 123.4 * 1024 ** 2, 2 * 1024 ** 8].map((value) => i18n.bytes(value)),
  ).toEqual(['0 B', '512 B', '1 KB', '1.5 KB', '10 GB', '123 MB', '2 YB']);
});

test('times are told in the reader’s language and zone, to the minute', async () => {
  const { i18n } = build();
  const before = (minutes: number) => new Date(NOW - minutes * 60_000);
  expect(i18n.time(new Date(NOW))).toBe('2026-11-21 12:30');
  expect([0, 3, 120, 2880, 20_160].map((minutes) => i18n.ago(before(minutes)))).toEqual([
    '刚刚',
    '3 分钟前',
    '2 小时前',
    '2 天前',
    '2026-11-07',
  ]);
  await i18n.setLanguage('en');
  expect([i18n.ago(before(0)), i18n.ago(before(3))]).toEqual(['just now', '3 minutes ago']);
});
