import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';

import type { TranslationRequest } from '#core/server/services/providers/translation.ts';
import { chatTranslation } from '#plugins/engines/server/translation/chat/chat-translation.ts';
import { inNumbers, startTranslationService } from '#tests/fixtures/translation/translation-service.ts';

const LINES = ['全场包邮', '买一送一', '今天下单', '明天发货', '映港出品'];
const asked = (more: Partial<TranslationRequest> = {}): TranslationRequest => ({
  ...{ texts: LINES, from: 'zh-CN', to: 'en-US', glossary: {}, about: '' },
  ...more,
});

async function start(t: TestContext, more: Partial<Parameters<typeof chatTranslation>[0]> = {}) {
  const service = await startTranslationService();
  t.after(() => service.close());
  const waits: number[] = [];
  const rest = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
  const pace = { atOnce: 2, perMinute: 0, patience: 20, lines: 30 };
  const address = `${service.address}/v1`;
  const engine = chatTranslation({ address, key: 'secret', model: 'm', ...pace, rest, ...more });
  /** Texts that the engine has told of, as they came. */
  const kept = new Map<number, string>();
  const translate = (request = asked(), signal?: AbortSignal) =>
    engine.translate(request, signal, (texts) => {
      for (const [place, text] of texts) kept.set(place, text);
    });
  return { service, engine, translate, kept, waits };
}
const failure = (kind: string, message: RegExp) => ({ name: 'ProviderFailure', kind, message });
const english = LINES.map((text) => inNumbers(text, 'en-US'));

test('lines are sent with ids, neighbours, terms that occur, tone and room', async (t) => {
  const { service, translate } = await start(t);
  const { texts } = await translate(
    asked({
      ...{ about: 'A shop for shoes', tone: 'lively', glossary: { 映港: 'Reelport', 鞋: 'shoe' } },
      ...{ around: { before: ['你好', '大家好', '欢迎'], after: ['再见'] }, budgets: [20, null, null, null, 12] },
    }),
  );
  assert.deepEqual(texts, english);
  const [sent] = service.requests;
  assert.deepEqual(sent?.told, {
    ...{ about: 'A shop for shoes', glossary: { 映港: 'Reelport' }, before: ['大家好', '欢迎'], after: ['再见'] },
    lines: LINES.map((text, place) => ({ id: place + 1, text, ...{ 0: { most: 20 }, 4: { most: 12 } }[place] })),
  });
  assert.match(sent?.system ?? '', /from Chinese \(zh-CN\) into English \(en-US\)[^]*Lively/);
  assert.deepEqual([sent?.body['model'], sent?.authorization], ['m', 'Bearer secret']);
});

test('lines that are left out are asked for again by halves, and no line twice that is there', async (t) => {
  const { service, translate, kept } = await start(t);
  service.whims.push({
    makes: (lines) => lines.filter(({ id }) => id !== 2 && id !== 5).map(({ id }) => ({ id, text: `line ${id}` })),
  });
  const { texts } = await translate();
  assert.deepEqual(texts, ['line 1', english[1], 'line 3', 'line 4', english[4]]);
  assert.deepEqual(
    service.requests.map(({ lines }) => lines.map(({ id }) => id)),
    [[1, 2, 3, 4, 5], [2], [5]],
  );
  assert.equal(kept.size, 5);
});

test('a line that comes twice with different words, under a strange id or empty counts as left out', async (t) => {
  const { service, translate } = await start(t);
  service.whims.push({
    makes: () => [
      ...[
        { id: 1, text: 'one' },
        { id: 1, text: 'other' },
        { id: 2, text: 'two' },
        { id: '2', text: 'two' },
      ],
      ...[
        { id: 9, text: 'nine' },
        { id: 3, text: ' ' },
        { id: '4', translation: 'four' },
        { id: 5, text: 'five' },
      ],
    ],
  });
  assert.deepEqual((await translate()).texts, [english[0], 'two', english[2], 'four', 'five']);
});

test('answers are read whatever stands around them, however they are wrapped, and as far as they go', async (t) => {
  const { service, translate } = await start(t);
  const pair = asked({ texts: LINES.slice(0, 2) });
  const both = '[{"id":1,"text":"one"},{"id":2,"text":"two"}]';
  for (const said of [
    `Sure! Here it is:\n\`\`\`json\n${both}\n\`\`\`\nAnything else?`,
    `<think>[{"id":1,"text":"hm"}]</think>${both}`,
    `{"lines":${both}}`,
    '{"1":"one","2":"two"}',
  ]) {
    service.whims.push({ makes: () => said });
    assert.deepEqual((await translate(pair)).texts, ['one', 'two'], said);
  }
  assert.equal(service.requests.length, 4);
  service.whims.push({ makes: () => '[{"id":1,"text":"o{n}e \\"1\\""},{"id":2,"te' });
  assert.deepEqual((await translate(pair)).texts, ['o{n}e "1"', english[1]]);
});

test('what was paid for is told before the rest fails', async (t) => {
  const { service, translate, kept } = await start(t);
  service.whims.push({ makes: (lines) => lines.slice(0, 3).map(({ id }) => ({ id, text: `line ${id}` })) });
  service.whims.push({ status: 400 }, { status: 400 });
  await assert.rejects(translate(), failure('refused', /400/));
  assert.deepEqual([...kept.keys()], [0, 1, 2]);
});

test('a model that never answers with lines is given up soon', async (t) => {
  const { service, translate } = await start(t);
  service.translates = () => '';
  await assert.rejects(
    translate(asked({ texts: Array.from({ length: 30 }, () => '包邮') })),
    failure('configuration', /does not answer/),
  );
  assert.ok(service.requests.length <= 10, `${service.requests.length}`);
});

test('an answer in another language is asked for once more, and then refused', async (t) => {
  const { service, translate, kept } = await start(t);
  const chinese = { makes: () => LINES.map((text, place) => ({ id: place + 1, text: `${text}，欢迎大家光临` })) };
  service.whims.push(chinese);
  assert.deepEqual((await translate()).texts, english);
  assert.match(service.requests[1]?.system ?? '', /in no other language/);
  kept.clear();
  service.whims.push(chinese, chinese);
  await assert.rejects(translate(), failure('refused', /another language than en-US/));
  assert.equal(kept.size, 0);
});

test('after 429 it waits as long as the service says, else longer each time, and then says until when', async (t) => {
  const { service, translate, waits } = await start(t);
  service.whims.push({ status: 429, headers: { 'retry-after': '7' } });
  await translate();
  assert.ok(waits.length === 1 && (waits[0] ?? 0) > 5_000 && (waits[0] ?? 0) <= 7_000, String(waits));
  waits.length = 0;
  service.whims.push(...Array.from({ length: 4 }, () => ({ status: 429 })));
  await assert.rejects(translate(), (error: Error & { until?: Date }) => {
    assert.ok((error.until?.getTime() ?? 0) > Date.now() + 30_000);
    return true;
  });
  assert.equal(service.requests.length, 6);
  service.whims.push({ status: 429, headers: { 'retry-after': '3600' } });
  await assert.rejects(translate(), failure('limited', /429/));
  assert.equal(service.requests.length, 7);
  const spent = JSON.stringify({ error: { message: 'You exceeded your current quota', type: 'insufficient_quota' } });
  service.whims.push({ status: 429, body: spent });
  await assert.rejects(translate(), { ...failure('limited', /quota/), until: null });
  service.whims.push({ status: 402 });
  await assert.rejects(translate(), { ...failure('limited', /quota/), until: null });
});

test('hangs, half answers and nonsense: tried again, or said what has to be done', async (t) => {
  const { service, translate } = await start(t, { patience: 0.3 });
  service.whims.push('nothing', 'half');
  assert.deepEqual((await translate()).texts, english);
  service.whims.push({ late: 600 }, { status: 503 });
  assert.deepEqual((await translate()).texts, english);
  service.whims.push('nothing', 'nothing', 'nothing');
  await assert.rejects(translate(), failure('unavailable', /no answer/));
  service.whims.push({ says: '<html>' });
  await assert.rejects(translate(), failure('configuration', /translates/));
  service.whims.push('nothing');
  await assert.rejects(translate(asked(), AbortSignal.timeout(50)), { name: /Abort/ });
  const wrong = await start(t, { key: 'wrong' });
  await assert.rejects(wrong.translate(), failure('configuration', /401/));
});

test('a model that takes no temperature is asked without from then on; requests keep to their number and pace', async (t) => {
  const { service, engine, translate, waits } = await start(t, { perMinute: 60 });
  service.whims.push({ status: 400, body: 'temperature is not supported' });
  await Promise.all([1, 2, 3, 4].map(() => translate()));
  assert.equal(service.requests.at(-1)?.body['temperature'], undefined);
  assert.ok(service.busy.most <= 2);
  assert.ok(Math.max(...waits) > 2_000, String(waits));
  await engine.probe?.(AbortSignal.timeout(5_000));
  assert.equal((await engine.pairs()).length, 28);
});

test('other translations of a line differ from those that are known', async (t) => {
  const { service, engine } = await start(t);
  const free = inNumbers('全场包邮', 'en-US');
  const others = await engine.others?.({ ...asked({ texts: ['全场包邮'] }), than: [`${free} 2`], most: 3 });
  assert.deepEqual(others, [`${free} 1`, `${free} 3`]);
  assert.deepEqual(service.requests[0]?.told['line'], { text: '全场包邮', known: [`${free} 2`] });
});
