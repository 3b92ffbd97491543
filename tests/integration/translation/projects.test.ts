import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';

import { lastFirst } from '#core/server/testing/test-scope.ts';
import type { Line, Project } from '#plugins/translation/calls.ts';
import { keepRates } from '#plugins/translation/server/voice-rates.ts';
import { inNumbers } from '#tests/fixtures/translation/translation-service.ts';
import { readWorkbook } from '#tests/integration/translation/read-workbook.ts';
import { startTranslationKit } from '#tests/integration/translation/translation-kit.ts';

const scope = lastFirst({ after });
let kit: Awaited<ReturnType<typeof startTranslationKit>>;
before(async () => {
  kit = await startTranslationKit(scope);
});

const shown = (lines: readonly Line[]) => lines.map(({ text, state, origin }) => [text, state, origin]);

test('a text is translated without a service: typed, accepted, remembered for the next one', async () => {
  const text = await kit.addText('全场包邮', '今天下单全场包邮', '映港');
  const source = await kit.call<object>('GET', `/sources/${text.id}`);
  assert.deepEqual(source.data, { name: 'Text', lines: 3, language: 'zh-CN', isSure: true });
  const project = await kit.begin(text.id, ['en-US', 'de-DE']);
  assert.deepEqual([project.state, project.lines, project.targets.length], ['open', 3, 2]);
  const typed = await kit.save(project.id, 'c1', { text: 'Free shipping', isDone: true });
  assert.deepEqual([typed.data.state, typed.data.origin, typed.data.revision], ['done', 'typed', 1]);
  await kit.save(project.id, 'c2', { text: 'Order today, free shipping', isDone: false });
  const accepted = await kit.call<{ accepted: number }>('POST', `/projects/${project.id}/languages/en-US/accepted`);
  assert.equal(accepted.data.accepted, 1);

  const next = await kit.addText('  全场包邮 ', '今天下单全店包邮', '明天见');
  const second = await kit.begin(next.id);
  assert.deepEqual(shown(await kit.lines(second.id)), [
    ['Free shipping', 'drafted', 'exact'],
    ['', 'open', null],
    ['', 'open', null],
  ]);
  const path = `/projects/${second.id}/languages/en-US/lines/c2/suggestions`;
  const offered = await kit.call<{ items: { text: string; score: number; of: string }[] }>('POST', path, {
    engine: false,
  });
  const [near] = offered.data.items;
  assert.deepEqual([near?.text, near?.of], ['Order today, free shipping', '今天下单全场包邮']);
  assert.ok((near?.score ?? 0) >= 60 && (near?.score ?? 0) < 100);
  assert.deepEqual((await kit.call('POST', path, { engine: true })).failure.error, 'core:provider.none-translation');
  assert.deepEqual((await kit.call<{ isConnected: boolean }>('GET', '/engine')).data.isConnected, false);
  const [listed] = (await kit.call<{ items: Project[] }>('GET', '/projects?q=Proj&limit=1')).data.items;
  assert.deepEqual([listed?.id, listed?.state, listed?.targets[0]?.drafted], [second.id, 'review', 1]);
});

test('two at one line: the second is refused and loses nothing, and other lines are not touched by it', async () => {
  const { id } = await kit.begin((await kit.addText('一', '二')).id);
  const both = await Promise.all(['A', 'B'].map((text) => kit.save(id, 'c1', { text, isDone: false })));
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
  assert.equal(both.find(({ status }) => status === 409)?.failure.error, 'translation:changed-elsewhere');
  assert.equal((await kit.save(id, 'c2', { text: 'C' })).status, 200);
  const winner = both[0]?.status === 200 ? 'A' : 'B';
  assert.equal((await kit.lines(id))[0]?.text, winner);
  assert.equal((await kit.save(id, 'c1', { text: 'D', revision: 1 })).data.revision, 2);
  assert.deepEqual((await kit.save(id, 'c1', { text: ' ', revision: 2 })).data.state, 'open');
});

test('a changed source line marks its translations only, and accepted ones are not written over', async () => {
  const text = await kit.addText('第一', '第二', '第三');
  const { id } = await kit.begin(text.id);
  for (const cue of ['c1', 'c2', 'c3']) await kit.save(id, cue, { text: `T ${cue}` });
  const cues = text.cues.map((cue) => (cue.id === 'c2' ? { ...cue, text: '改了' } : cue));
  await kit.kit.call('PUT', `/api/copywriting/texts/${text.id}/cues`, { cues, revision: text.revision });
  const project = (await kit.call<Project>('GET', `/projects/${id}`)).data;
  assert.deepEqual([project.targets[0]?.done, project.targets[0]?.changed, project.state], [3, 1, 'review']);
  assert.deepEqual(
    (await kit.lines(id)).map(({ source, isStale, text: translated }) => [source, isStale, translated]),
    [
      ['第一', false, 'T c1'],
      ['改了', true, 'T c2'],
      ['第三', false, 'T c3'],
    ],
  );
  const accepted = await kit.call<{ accepted: number }>('POST', `/projects/${id}/languages/en-US/accepted`);
  assert.equal(accepted.data.accepted, 0);
});

test('subtitles are imported by their times; those that do not fit the video are refused; Excel runs no formula', async () => {
  const { id } = await kit.begin((await kit.addText('甲', '乙', '丙')).id);
  await kit.save(id, 'c3', { text: '=1+1' });
  const path = `/projects/${id}/languages/en-US`;
  const cues = [
    { start: 300, end: 2_100, text: 'One' },
    { start: 2_900, end: 3_500, text: 'Two,' },
    { start: 3_500, end: 4_600, text: 'too' },
    { start: 5_200, end: 7_000, text: 'Three' },
  ];
  const taken = await kit.call('POST', `${path}/imports`, { cues });
  assert.deepEqual(taken.data, { taken: 2, left: 1 });
  assert.deepEqual(shown(await kit.lines(id)), [
    ['One', 'drafted', 'file'],
    ['Two,\ntoo', 'drafted', 'file'],
    ['=1+1', 'done', 'typed'],
  ]);
  const early = await kit.call('POST', `${path}/imports`, { cues: [{ start: 100, end: 900, text: 'x' }] });
  assert.deepEqual([early.status, early.failure.error], [422, 'translation:early']);
  await kit.kit.ctx.db.pool.query('update translation_projects set seconds = 6 where id = $1', [id]);
  const late = await kit.call('POST', `${path}/imports`, { cues });
  assert.deepEqual([late.status, late.failure.error], [422, 'translation:duration']);
  const { base64 } = (await kit.call<{ base64: string }>('GET', `${path}/sheet`)).data;
  const sheet = readWorkbook(Buffer.from(base64, 'base64'));
  assert.ok(sheet.includes('=1+1') && !sheet.includes('<f>'), sheet);
});

test('what is remembered stays when a project goes; languages are added, and the source is none of them', async () => {
  const text = await kit.addText('再见');
  const { id } = await kit.begin(text.id);
  await kit.save(id, 'c1', { text: 'See you' });
  const body = { textId: text.id, name: 'x', from: 'zh-CN', targets: ['zh-CN'] };
  assert.equal((await kit.call('POST', '/projects', body)).failure.error, 'translation:same-language');
  assert.equal((await kit.call('PATCH', `/projects/${id}`, { add: ['zh-CN'] })).status, 422);
  const changed = await kit.call<Project>('PATCH', `/projects/${id}`, { add: ['fr-FR', 'en-US'], name: 'New' });
  assert.deepEqual(
    [changed.data.name, changed.data.targets.map(({ language }) => language)],
    ['New', ['en-US', 'fr-FR']],
  );
  assert.deepEqual((await kit.call('POST', '/removals', { ids: [id] })).data, { removed: 1 });
  assert.equal((await kit.call('GET', `/projects/${id}`)).status, 404);
  assert.equal((await kit.lines((await kit.begin(text.id)).id))[0]?.text, 'See you');
});

test('the glossary is kept as a whole, and a stale one is refused', async () => {
  const terms = [{ term: '映港', to: {} }];
  assert.deepEqual((await kit.call('PUT', '/glossary', { terms, revision: 0 })).data, { revision: 1 });
  const stale = await kit.call('PUT', '/glossary', { terms: [], revision: 0 });
  assert.deepEqual([stale.status, stale.failure.error], [409, 'translation:changed-elsewhere']);
  assert.deepEqual((await kit.call('GET', '/glossary')).data, { terms, revision: 1 });
});

test('a project has the terms of its product, which is changed and kept', async () => {
  const { revision } = (await kit.call<{ revision: number }>('GET', '/glossary')).data;
  const terms = [
    { term: '映港', to: {} },
    { term: '壶', to: { 'en-US': 'kettle' }, product: '水壶' },
  ];
  assert.equal((await kit.call('PUT', '/glossary', { terms, revision })).status, 200);
  assert.deepEqual((await kit.call<object>('GET', '/glossary')).data, { terms, revision: revision + 1 });
  const { id, product } = await kit.begin((await kit.addText('一')).id);
  assert.equal(product, '');
  const changed = await kit.call<Project>('PATCH', `/projects/${id}`, { product: ' 水壶 ' });
  assert.equal(changed.data.product, '水壶');
  assert.equal((await kit.call('PATCH', `/projects/${id}`, { product: 'x'.repeat(61) })).status, 422);
});

test('nobody reaches what is another’s, and a free member may look but not begin', async () => {
  const text = await kit.addText('秘密');
  const { id } = await kit.begin(text.id);
  const other = await kit.kit.server.signIn({ level: 'level2' });
  const reach = async (method: string, path: string, body?: unknown) =>
    (await kit.kit.server.call(method, `/api/translation${path}`, { token: other.token, body })).status;
  const line = `/projects/${id}/languages/en-US`;
  assert.deepEqual(
    await Promise.all([
      reach('GET', `/projects/${id}`),
      reach('PATCH', `/projects/${id}`, { name: 'x' }),
      reach('GET', line),
      reach('PUT', `${line}/lines/c1`, { text: 'x', isDone: true, origin: 'typed', revision: 0 }),
      reach('POST', `${line}/lines/c1/suggestions`, { engine: false }),
      reach('POST', `${line}/accepted`),
      reach('POST', `${line}/imports`, { cues: [{ start: 200, end: 900, text: 'x' }] }),
      reach('GET', `${line}/sheet`),
      reach('GET', `/sources/${text.id}`),
      reach('GET', `/projects/${randomUUID()}`),
    ]),
    Array.from({ length: 10 }, () => 404),
  );
  assert.equal(
    await reach('POST', '/projects', { textId: text.id, name: 'x', from: 'zh-CN', targets: ['en-US'] }),
    422,
  );
  await kit.kit.server.call('POST', '/api/translation/removals', { token: other.token, body: { ids: [id] } });
  assert.equal((await kit.call('GET', `/projects/${id}`)).status, 200);
});

test('the service translates what is open: terms, neighbours and room told, nothing twice, what people wrote stays', async () => {
  await kit.connect();
  const text = await kit.addText('早上好', '映港出品', '早上好', '谢谢大家', '壶');
  const { id } = await kit.begin(text.id, ['en-US'], {
    about: 'A shop',
    product: '水壶',
    terms: [{ term: '出品', to: { 'en-US': 'made by' } }],
  });
  await kit.save(id, 'c4', { text: 'Thank you' });
  const project = await kit.translate(id, 'en-US');
  assert.deepEqual([project.targets[0]?.drafted, project.targets[0]?.done, project.targets[0]?.error], [5, 1, null]);
  const english = (words: string) => inNumbers(words, 'en-US');
  assert.deepEqual(shown(await kit.lines(id)), [
    [english('早上好'), 'drafted', 'engine'],
    [english('映港出品'), 'drafted', 'engine'],
    [english('早上好'), 'drafted', 'engine'],
    ['Thank you', 'done', 'typed'],
    [english('壶'), 'drafted', 'engine'],
  ]);
  const [sent] = kit.service.requests;
  assert.deepEqual(
    [sent?.lines.map((line) => line.text), sent?.told['glossary'], sent?.told['about'], sent?.lines[0]?.most],
    [['早上好', '映港出品', '壶'], { 映港: '映港', 出品: 'made by', 壶: 'kettle' }, 'A shop', 36],
  );
  const count = kit.service.requests.length;
  const again = await kit.begin(text.id, ['en-US'], {
    about: 'A shop',
    product: '水壶',
    terms: [{ term: '出品', to: { 'en-US': 'made by' } }],
  });
  await kit.translate(again.id, 'en-US');
  assert.equal(kit.service.requests.length, count + 0, 'known answers are not asked for');
  const path = `/projects/${id}/languages/en-US/lines/c1/suggestions`;
  const { items } = (await kit.call<{ items: { text: string; origin: string }[] }>('POST', path, { engine: true }))
    .data;
  assert.deepEqual(
    items.map(({ origin }) => origin),
    ['engine', 'engine', 'engine'],
  );
});

test('what the service did before it failed is kept, the reason is told, and the rest is asked for alone', async () => {
  await kit.connect({ atOnce: 1 });
  const words = ['红色', '绿色', '蓝色', '白色', '黑色', '黄色', '紫色'];
  const { id } = await kit.begin((await kit.addText(...words)).id);
  kit.service.requests.length = 0;
  kit.service.whims.push({
    makes: (lines) => lines.map(({ id: number, text }) => ({ id: number, text: inNumbers(text, 'en-US') })),
  });
  kit.service.whims.push({ status: 402 });
  const failed = await kit.translate(id, 'en-US');
  assert.equal(failed.targets[0]?.state, 'failed');
  assert.match(failed.targets[0]?.error ?? '', /quota/);
  // The first piece, and the last one, which was under way.
  assert.equal(failed.targets[0]?.drafted, 4);
  const ended = await kit.translate(id, 'en-US');
  assert.deepEqual([ended.targets[0]?.drafted, ended.targets[0]?.error], [7, null]);
  const asked = kit.service.requests.flatMap(({ lines }) => lines.map(({ text }) => text));
  assert.equal(asked.filter((word) => word === '红色').length, 1);
});

test('a line is to be as short as the voice needs that will speak it: another voice, another length', async () => {
  await kit.connect();
  const { ctx, accountId } = kit.kit;
  const { id: engine } = await ctx.providers.use('speech');
  const lengthsFor = async (voice: string, rate: number, texts: readonly [string, string]) => {
    const measured = [{ engine, voice, letters: rate * 10, milliseconds: 10_000 }];
    await ctx.db.transaction((tx) => keepRates(ctx, tx, { accountId, language: 'de-DE' }, measured));
    const project = await kit.begin((await kit.addText(...texts)).id, ['de-DE']);
    await kit.translate(project.id, 'de-DE');
    return kit.service.requests.at(-1)?.lines.map(({ most }) => most);
  };
  // The first line has 2420 ms until the second one, and the second one 2 seconds of silence.
  assert.deepEqual(await lengthsFor('male', 10, ['慢慢说', '再见了']), [24, 40]);
  assert.deepEqual(await lengthsFor('female', 14, ['快快说', '下次见']), [33, 40]);
});
