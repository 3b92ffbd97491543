import { expect, test } from '@rstest/core';

import { HttpFailure } from '#core/web/http/http.ts';
import { answer, cycle, expectNoLeaks, mountPlugin, refuse, type Answer } from '#core/web/testing/index.ts';
import {
  changeProject,
  createProject,
  findSource,
  listProjects,
  listSources,
  readDub,
  readEngine,
  readGlossary,
  readLines,
  readProject,
  saveGlossary,
  saveLine,
  startTranslation,
  suggest,
  type Line,
  type Project,
  type SourceText,
  type Term,
} from '#plugins/translation/calls.ts';
import manifest from '#plugins/translation/plugin.ts';
import { CreateDraft } from '#plugins/translation/web/create/CreateDraft.ts';
import web from '#plugins/translation/web/index.ts';
import { lineWarnings } from '#plugins/translation/web/review/line-warnings.ts';
import { ReviewStore } from '#plugins/translation/web/review/ReviewStore.ts';

import { idOf } from '../crop/crop-kit.ts';
import { TIMES } from '../cycle-times.ts';
import { layOut } from '../materials/materials-plugin.ts';
import { AT, buildLine, buildProject } from './build-translation.ts';

layOut();

const translation = { manifest, web };
const NO_ENGINE = answer(readEngine, { isConnected: false, why: '没有', pairs: [] });
const ENGINE = answer(readEngine, { isConnected: true, why: null, pairs: [{ from: 'zh-CN', to: ['en-US'] }] });
const NO_DUB = answer(readDub, {
  voices: [],
  isRobotic: true,
  services: 0,
  why: '没有声音',
  unheard: null,
  rate: null,
  dub: null,
});
const NO_TERMS = answer(readGlossary, { terms: [], revision: 0 });

test('projects are listed with state, progress of each language, split state and how often they were published', async () => {
  const page = await mountPlugin(translation, {
    path: '/video/translation/record',
    calls: [answer(listProjects, { items: [buildProject()], nextCursor: null, total: 1 })],
  });
  await page.until(() => page.text.includes('开箱'));
  for (const text of ['源语言', '进度', '拆分状态', '发布次数', '待确认', '英语', '1/2', '已拆分', '3']) {
    expect(page.text).toContain(text);
  }
  expect(page.byRole('link', '开箱').getAttribute('href')).toBe(`/video/translation/${idOf(1)}`);
  await page.unmount();
});

const SOURCE: SourceText = {
  ...{ id: idOf(9), name: '开箱.mp4', excerpt: 'Beli satu', materialId: null },
  ...{ from: 'file', language: 'ms-MY', lines: 2, seconds: null, createdAt: AT },
};

test('a new project finds the source language, asks where it is unsure, and refuses to begin without a language', async () => {
  const page = await mountPlugin(translation, {
    ...{ page: 'Project', path: '/video/translation' },
    calls: [
      answer(listSources, { items: [SOURCE, { ...SOURCE, id: idOf(10), from: 'speech', lines: 12, seconds: 62 }] }),
      answer(findSource, { name: '开箱.mp4', lines: 2, language: 'ms-MY', isSure: false }),
      answer(createProject, buildProject()),
    ],
  });
  // Two of one name are told apart by what stands below it.
  await page.until(() => page.text.includes('字幕文件 · 马来语 · 2 行 · '));
  await page.until(() => page.text.includes('语音 · 马来语 · 12 行 · 1:02 · '));
  const draft = page.context.store(CreateDraft);
  await page.doing(() => draft.choose(idOf(9)));
  await page.until(() => page.text.includes('印尼语和马来语很难区分'));
  await page.click(page.byRole('button', '创建项目'));
  expect(page.text).toContain('请填写这一项');
  expect(page.http.callsOf(createProject)).toHaveLength(0);
  await page.doing(() => {
    draft.chooseTargets(['en-US', 'ms-MY']);
    draft.chooseFrom('id-ID');
  });
  await page.click(page.byRole('button', '创建项目'));
  await page.until(() => page.http.callsOf(createProject).length === 1);
  expect(page.http.callsOf(createProject)[0]?.body).toMatchObject({
    ...{ textId: idOf(9), name: '开箱', from: 'id-ID', targets: ['en-US', 'ms-MY'], tone: 'plain' },
  });
  await page.unmount();
});

async function openReview(lines: Line[], ...more: Answer[]) {
  return await openReviewOf(buildProject(), lines, ...more);
}

async function openReviewOf(project: Project, lines: Line[], ...more: Answer[]) {
  const page = await mountPlugin(translation, {
    ...{ page: 'Project', path: `/video/translation/${idOf(1)}` },
    calls: [answer(readProject, project), answer(readLines, { lines }), NO_DUB, ...more, NO_TERMS],
  });
  const store = page.context.store(ReviewStore);
  await page.until(() => store.isRead && store.engine !== null);
  return Object.assign(page, { store });
}

test('without a service the page says what to connect, and has no button that needs one', async () => {
  const page = await openReview([buildLine(1)], NO_ENGINE);
  await page.until(() => page.text.includes('DeepL 或 LibreTranslate'));
  expect(page.allByRole('button', '翻译未完成的行')).toHaveLength(0);
  await page.doing(() => page.store.select('c1'));
  expect(page.allByRole('button', '再译一次')).toHaveLength(0);
  await page.unmount();
});

test('Enter accepts a line and goes on to the next one; what is typed is kept with its revision', async () => {
  const kept = buildLine(1, { text: 'Free shipping', state: 'done', origin: 'typed', revision: 1 });
  const page = await openReview([buildLine(1), buildLine(2)], NO_ENGINE, answer(saveLine, kept));
  await page.doing(() => page.store.select('c1'));
  const [first] = page.store.lines;
  await page.doing(() => first && page.store.type(first, 'Free shipping'));
  const field = page.element.querySelector('textarea');
  await page.doing(() => field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  await page.until(() => page.http.callsOf(saveLine).length === 1);
  expect(page.http.callsOf(saveLine)[0]?.body).toEqual({
    ...{ text: 'Free shipping', isDone: true, origin: 'typed', score: null, revision: 0 },
  });
  await page.until(() => page.store.edits.all['c1'] === undefined);
  expect(page.store.selected).toBe('c2');
  expect(page.store.lines[0]?.state).toBe('done');
  await page.unmount();
});

test('what somebody else has saved is shown beside what is typed, until one of both is chosen', async () => {
  const theirs = buildLine(1, { text: 'No postage', state: 'drafted', origin: 'typed', revision: 4 });
  const page = await openReview(
    [buildLine(1)],
    ...[NO_ENGINE, refuse(saveLine, '别人改过', { status: 409 })],
    ...[answer(readProject, buildProject()), answer(readLines, { lines: [theirs] })],
    answer(saveLine, { ...theirs, text: 'Free shipping', revision: 5 }),
  );
  await page.doing(() => page.store.select('c1'));
  const [line] = page.store.lines;
  await page.doing(() => line && page.store.type(line, 'Free shipping'));
  await page.doing(() => page.store.edits.save('c1'));
  await page.until(() => page.text.includes('No postage'));
  expect(page.store.edits.isAtRisk('left')).toBe(true);
  await page.click(page.byRole('button', '用我的'));
  await page.until(() => page.http.callsOf(saveLine).length === 2);
  expect(page.http.callsOf(saveLine)[1]?.body).toMatchObject({ text: 'Free shipping', revision: 4 });
  await page.until(() => !page.store.edits.isAtRisk('stopped'));
  await page.unmount();
});

test('suggestions show how alike they are; the service translates what is open', async () => {
  const items = [{ text: 'Ships free', origin: 'near' as const, score: 82, of: '全店包邮' }];
  const page = await openReview(
    [buildLine(1)],
    ...[ENGINE, answer(suggest, { items }), answer(startTranslation, buildProject({ state: 'working' }))],
  );
  await page.doing(() => page.store.select('c1'));
  await page.click(page.byRole('button', '建议'));
  await page.until(() => page.text.includes('相似记忆 82%'));
  expect(page.text).toContain('全店包邮');
  await page.click(page.byRole('button', '翻译未完成的行'));
  await page.until(() => page.http.callsOf(startTranslation).length === 1);
  expect(page.http.callsOf(startTranslation)[0]?.body).toEqual({ languages: ['en-US'] });
  await page.unmount();
});

const idle = { state: 'idle' as const, error: null, drafted: 0, done: 0, changed: 0 };
const ofThree = buildProject({
  targets: ['en-US', 'th-TH', 'fr-FR'].map((language) => ({ ...idle, language })),
});

test('all languages that wait are translated at once, but those that the service does not have', async () => {
  const pairs = [{ from: 'zh-CN', to: ['en-US', 'fr-FR'] }];
  const page = await openReviewOf(
    ofThree,
    [buildLine(1)],
    answer(readEngine, { isConnected: true, why: null, pairs }),
    answer(startTranslation, ofThree),
  );
  await page.click(page.byRole('button', '更多'));
  await page.click(await page.until(() => page.byRole('menuitem', '翻译全部语言')));
  await page.until(() => page.http.callsOf(startTranslation).length === 1);
  expect(page.http.callsOf(startTranslation)[0]?.body).toEqual({ languages: ['en-US', 'fr-FR'] });
  await page.unmount();
});

test('another language is not opened while a line of this one could not be kept', async () => {
  const page = await openReviewOf(ofThree, [buildLine(1)], NO_ENGINE, refuse(saveLine, '服务器忙', { status: 503 }));
  const [line] = page.store.lines;
  await page.doing(() => line && page.store.type(line, 'Free shipping'));
  let isOpen: boolean | undefined;
  await page.doing(async () => {
    isOpen = await page.store.choose('fr-FR');
  });
  expect(isOpen).toBe(false);
  expect(page.store.language).toBe('en-US');
  expect(page.store.edits.all['c1']?.text).toBe('Free shipping');
  await page.unmount();
});

test('a translation that is too long to read or misses a term says so', () => {
  const terms = [{ term: '包邮', to: { 'en-US': 'free shipping' } }];
  const line = { start: 0, end: 1000, source: '全场包邮' };
  expect(lineWarnings(line, 'Free Shipping on all', 'en-US', terms)).toEqual({ long: null, terms: [] });
  expect(lineWarnings(line, 'We pay for the postage of it all', 'en-US', terms)).toEqual({
    long: { length: 32, most: 20 },
    terms: [{ term: '包邮', to: 'free shipping' }],
  });
  expect(lineWarnings(line, '', 'en-US', terms)).toEqual({ long: null, terms: [] });
});

test('the terms that hold are beside the lines: of the product, of all, and which of them the source has', async () => {
  const terms: Term[] = [
    { term: '包邮', to: { 'en-US': 'free shipping' } },
    { term: '映港', to: {} },
    { term: '全场', to: { 'en-US': 'storewide' }, product: '水壶' },
    { term: '全场', to: { 'en-US': 'all mugs' }, product: '杯子' },
  ];
  const kettle = buildProject({ product: '水壶' });
  const page = await openReviewOf(
    buildProject(),
    [buildLine(1, { text: 'Ships for nothing', state: 'drafted' })],
    ...[NO_ENGINE, answer(readGlossary, { terms, revision: 3 }), answer(changeProject, kettle)],
    answer(saveGlossary, { revision: 4 }),
  );
  await page.click(await page.until(() => page.byRole('button', '术语：原文用到 1 个，共 2 个')));
  await page.until(() => page.text.includes('包邮'));
  expect(page.text).not.toContain('映港');
  await page.click(page.byRole('combobox', '产品'));
  await page.click(await page.until(() => page.byRole('option', '水壶')));
  await page.until(() => page.byRole('button', '术语：原文用到 2 个，共 3 个'));
  expect(page.http.callsOf(changeProject)[0]?.body).toEqual({ product: '水壶' });
  // A line whose translation has not the word of the product is told.
  expect(page.text).toContain('storewide');
  expect(page.text).not.toContain('all mugs');

  const [term, word] = [page.byRole('textbox', '术语'), page.byRole('textbox', '英语译文')];
  await page.fill(term, '半分钟');
  await page.fill(word, 'half a minute');
  await page.click(page.byRole('button', '添加术语'));
  await page.until(() => page.http.callsOf(saveGlossary).length === 1);
  expect(page.http.callsOf(saveGlossary)[0]?.body).toEqual({
    terms: [...terms, { term: '半分钟', to: { 'en-US': 'half a minute' }, product: '水壶' }],
    revision: 3,
  });
  const [keep] = page.allByRole('checkbox', '不翻译');
  await page.click(keep!);
  await page.until(() => page.http.callsOf(saveGlossary).length === 2);
  const sent = page.http.callsOf(saveGlossary)[1]?.body as { terms: unknown[]; revision: number };
  expect([sent.revision, sent.terms.length, sent.terms[2]]).toEqual([4, 5, { ...terms[2], to: {} }]);
  await page.unmount();
});

test('a term that is typed is kept before what ended its field, and stays where somebody else was faster', async () => {
  let kept: { terms: Term[]; revision: number } = {
    revision: 3,
    terms: [
      { term: '包邮', to: { 'en-US': 'free shipping' } },
      { term: '全场', to: { 'en-US': 'storewide' } },
    ],
  };
  const page = await openReviewOf(
    buildProject(),
    [buildLine(1)],
    ...[NO_ENGINE, answer(readGlossary, kept)],
    answer(saveGlossary, ({ body }) => {
      const sent = body as typeof kept;
      if (sent.revision !== kept.revision) throw new HttpFailure('409', { kind: 'refused', status: 409 });
      kept = { terms: sent.terms, revision: kept.revision + 1 };
      return { revision: kept.revision };
    }),
  );
  await page.click(await page.until(() => page.byRole('button', '术语：原文用到 2 个，共 2 个')));
  const field = await page.until(() => page.byRole('textbox', '“包邮”的英语译文') as HTMLInputElement);
  const leave = () => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  await page.fill(field, 'no postage');
  await page.doing(() => {
    leave();
    page.byRole('button', '删除术语“全场”').click();
  });
  await page.until(() => kept.revision === 5);
  expect(kept.terms).toEqual([{ term: '包邮', to: { 'en-US': 'no postage' } }]);
  expect(page.http.callsOf(saveGlossary)).toHaveLength(2);

  const theirs = { term: '全场', to: { 'en-US': 'all of it' } };
  kept = { terms: [...kept.terms, theirs], revision: 6 };
  page.http.script(answer(readGlossary, () => kept));
  await page.fill(field, 'postage paid');
  await page.doing(leave);
  await page.until(() => page.text.includes('别人刚改过术语表'));
  expect(field.value).toBe('postage paid');
  await page.doing(leave);
  await page.until(() => kept.revision === 7);
  expect(kept.terms).toEqual([{ term: '包邮', to: { 'en-US': 'postage paid' } }, theirs]);
  await page.unmount();
});

test('the glossary goes back to the terms of all once the last one of a product is removed', async () => {
  const terms: Term[] = [
    { term: '映港', to: {} },
    { term: '壶', to: { 'en-US': 'kettle' }, product: '水壶' },
  ];
  const page = await mountPlugin(translation, {
    ...{ dialog: 'glossary', properties: {} },
    calls: [answer(readGlossary, { terms, revision: 1 })],
  });
  await page.click(await page.until(() => page.byRole('combobox', '产品')));
  await page.click(await page.until(() => page.byRole('option', '水壶')));
  await page.click(await page.until(() => page.byRole('button', '删除术语“壶”')));
  await page.until(() => page.byRole('button', '删除术语“映港”'));
  expect(page.http.callsOf(readGlossary)).toHaveLength(1);
  await page.unmount();
});

test('nothing is left of it', async () => {
  const calls = [
    answer(listProjects, { items: [buildProject()], nextCursor: null, total: 1 }),
    answer(listSources, { items: [] }),
  ];
  expectNoLeaks(await cycle(translation, { calls, times: TIMES, pages: ['Record', 'Project'] }));
});
