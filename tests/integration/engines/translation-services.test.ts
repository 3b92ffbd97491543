import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';

import type { TranslationRequest } from '#core/server/services/providers/translation.ts';
import { deepL } from '#plugins/engines/server/translation/deepl.ts';
import { libreTranslate } from '#plugins/engines/server/translation/libre-translate.ts';
import { inNumbers, startTranslationService } from '#tests/fixtures/translation/translation-service.ts';

const asked = (more: Partial<TranslationRequest> = {}): TranslationRequest => ({
  ...{ texts: ['全场包邮', ' ', '买一送一'], from: 'zh-CN', to: 'en-US', glossary: {}, about: '' },
  ...more,
});
const failure = (kind: string, message: RegExp) => ({ name: 'ProviderFailure', kind, message });
const pace = { atOnce: 2, perMinute: 0, patience: 20, rest: async () => {} };

async function start(t: TestContext, key = 'secret') {
  const service = await startTranslationService();
  t.after(() => service.close());
  const { address } = service;
  return {
    ...{ service, address },
    deepl: deepL({ address, key, ...pace }),
    libre: libreTranslate({ address, key, lines: 20, ...pace }),
  };
}

test('DeepL is asked by its codes, with context and tone; empty lines are not sent', async (t) => {
  const { service, deepl } = await start(t);
  const { texts } = await deepl.translate(
    asked({ tone: 'formal', about: 'Shoes', around: { before: ['你好'], after: [] } }),
  );
  assert.deepEqual(texts, [inNumbers('全场包邮', 'EN-US'), ' ', inNumbers('买一送一', 'EN-US')]);
  const [sent] = service.requests;
  assert.deepEqual(sent?.body, {
    ...{ target_lang: 'EN-US', source_lang: 'ZH', formality: 'prefer_more', context: 'Shoes\n你好' },
    ...{ preserve_formatting: true, text: ['全场包邮', '买一送一'] },
  });
  assert.equal(sent?.authorization, 'DeepL-Auth-Key secret');
  await deepl.probe?.(AbortSignal.timeout(5_000));
});

test('terms reach DeepL in marks that it leaves alone, and come back as they have to be', async (t) => {
  const { service, deepl } = await start(t);
  service.translates = (text) => `Buy ${text} now`;
  const { texts } = await deepl.translate(asked({ texts: ['映港 A&B <1', '你好'], glossary: { 映港: 'Reelport' } }));
  assert.deepEqual(service.requests[0]?.body['text'], ['<x>Reelport</x> A&amp;B &lt;1', '你好']);
  assert.deepEqual(texts, ['Buy Reelport A&B <1 now', 'Buy 你好 now']);
});

test('what DeepL knows at the moment is asked for; other pairs are refused before anything is paid', async (t) => {
  const { service, deepl } = await start(t);
  const pairs = await deepl.pairs();
  assert.deepEqual(pairs.find(({ from }) => from === 'zh-CN')?.to, ['en-US', 'th-TH', 'de-DE', 'pt-BR', 'nb-NO']);
  await assert.rejects(deepl.translate(asked({ to: 'fil-PH' })), failure('refused', /fil-PH/));
  assert.equal(service.requests.length, 0);
});

test('a quota that is used up has no time, and a key that is not taken is the operator’s', async (t) => {
  const { service, deepl } = await start(t);
  service.whims.push({ status: 456 });
  await assert.rejects(deepl.translate(asked()), { ...failure('limited', /quota/), until: null });
  service.whims.push({ status: 429 }, { status: 529 }, 'half');
  assert.equal((await deepl.translate(asked())).texts.length, 3);
  const wrong = await start(t, 'wrong');
  await assert.rejects(wrong.deepl.translate(asked()), failure('configuration', /403/));
});

test('of both, hangs, half answers and more than is asked for lose nothing, and a 429 is waited for', async (t) => {
  const { service, address } = await start(t);
  for (const [make, code] of [
    [deepL, 'EN-US'],
    [libreTranslate, 'en'],
  ] as const) {
    const waits: number[] = [];
    const rest = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
    const engine = make({ address, key: 'secret', lines: 20, ...pace, patience: 1, rest });
    const whole = [inNumbers('全场包邮', code), ' ', inNumbers('买一送一', code)];
    const translated = async () => assert.deepEqual((await engine.translate(asked())).texts, whole);
    service.whims.push('nothing', 'half');
    await translated();
    service.whims.push({ status: 429, headers: { 'retry-after': '20' } });
    await translated();
    assert.ok(
      waits.some((wait) => wait > 15_000),
      waits.join(),
    );
    // More texts than were asked for: nobody knows which are whose.
    service.whims.push({ makes: () => ['one', 'two', 'three'] });
    await translated();
    for (const status of [402, 456]) {
      service.whims.push({ status });
      await assert.rejects(engine.translate(asked()), { kind: 'limited', until: null });
    }
    service.whims.push({ says: '<html>' });
    await assert.rejects(engine.translate(asked()), failure('configuration', /translates/));
  }
});

test('of an answer with fewer texts nobody knows which is whose: both halves are asked for by themselves', async (t) => {
  const { service, deepl, libre } = await start(t);
  for (const [engine, code] of [
    [deepl, 'EN-US'],
    [libre, 'en'],
  ] as const) {
    service.whims.push({ makes: () => ['one'] });
    assert.deepEqual((await engine.translate(asked())).texts, [
      inNumbers('全场包邮', code),
      ' ',
      inNumbers('买一送一', code),
    ]);
    service.whims.push({ makes: () => [] });
    await assert.rejects(engine.translate(asked({ texts: ['包邮'] })), failure('configuration', /leaves a text out/));
  }
});

test('texts that come back in another language are refused', async (t) => {
  const { service, deepl, libre } = await start(t);
  service.translates = (text) => `${text}，欢迎大家光临我们的直播间`;
  for (const engine of [deepl, libre])
    await assert.rejects(engine.translate(asked()), failure('refused', /another language/));
});

test('LibreTranslate is asked by its codes, old ones too, and only for what it has', async (t) => {
  const { service, libre } = await start(t);
  assert.deepEqual((await libre.translate(asked({ to: 'pt-BR' }))).texts, [
    inNumbers('全场包邮', 'pb'),
    ' ',
    inNumbers('买一送一', 'pb'),
  ]);
  assert.deepEqual(service.requests[0]?.body, {
    ...{ source: 'zh-Hans', target: 'pb', format: 'text', api_key: 'secret', q: ['全场包邮', '买一送一'] },
  });
  assert.equal((await libre.translate(asked({ from: null }))).texts.length, 3);
  assert.equal(service.requests[1]?.body['source'], 'auto');
  assert.deepEqual((await libre.pairs()).find(({ from }) => from === 'fil-PH')?.to, ['en-US']);
  await assert.rejects(libre.translate(asked({ to: 'ja-JP' })), failure('refused', /ja-JP/));
  await libre.probe?.(AbortSignal.timeout(5_000));
});

test('terms go to LibreTranslate as marks; a line whose mark gets lost is translated without', async (t) => {
  const { service, libre } = await start(t);
  service.translates = (text) => (text.includes('买') ? 'Buy one' : `See [ 91 ] ${text.length}`);
  const { texts } = await libre.translate(asked({ texts: ['映港包邮', '买映港'], glossary: { 映港: 'Reelport' } }));
  assert.deepEqual(texts, ['See Reelport 6', 'Buy one']);
  assert.deepEqual(
    service.requests.map(({ body }) => body['q']),
    [['[91]包邮', '买[91]'], ['买映港']],
  );
});

test('more than LibreTranslate takes at once is halved, and alternatives are asked for', async (t) => {
  const { service, libre } = await start(t);
  service.whims.push({ status: 400, body: 'request (6000) exceeds text limit (5000)' });
  assert.equal((await libre.translate(asked())).texts.length, 3);
  assert.equal(service.requests.length, 3);
  const others = await libre.others?.({ ...asked({ texts: ['包邮'] }), than: [inNumbers('包邮', 'en')], most: 2 });
  assert.deepEqual(others, [`${inNumbers('包邮', 'en')} 1`, `${inNumbers('包邮', 'en')} 2`]);
});
