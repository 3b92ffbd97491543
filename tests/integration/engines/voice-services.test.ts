import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';

import { readMonoWav, VOICE_RATE } from '#core/server/services/media/sound/mono-wav.ts';
import type { VoiceSample, VoicesProvider } from '#core/server/services/providers/voices.ts';
import { cosyVoices, type CosyModel } from '#plugins/engines/server/voices/cosy-voice.ts';
import { sovitsVoices } from '#plugins/engines/server/voices/gpt-sovits.ts';
import { CONSENT_SENTENCES } from '#plugins/engines/server/voices/openai-consents.ts';
import { openAiVoices } from '#plugins/engines/server/voices/openai-voices.ts';
import {
  startCosyVoice,
  startGptSoVits,
  startOpenAiVoices,
  toneWav,
  type VoiceService,
} from '#tests/fixtures/voices/voice-services.ts';
import { realRunner } from '#tests/integration/media/media-kit.ts';

const folder = mkdtempSync(join(tmpdir(), 'reelport-voices-'));
after(() => rm(folder, { recursive: true, force: true }));
/** The workbench's own. */
const DATA = join(folder, 'data');
mkdirSync(DATA);
const runner = await realRunner(folder);
const pace = { atOnce: 2, perMinute: 0, patience: 1, rest: async () => {} };
const failure = (kind: string, message: RegExp) => ({ name: 'ProviderFailure', kind, message });

const [path, consent] = [join(folder, 'sample.wav'), join(folder, 'consent.wav')];
writeFileSync(path, toneWav(6, 24_000));
writeFileSync(consent, toneWav(2, 24_000));
const SAMPLE: VoiceSample = { path, seconds: 6, text: '大家好', language: 'zh-CN', consent };
const REFERENCE = '01990000-0000-7000-8000-000000000001';
const said = (more: object = {}) => ({ text: '今天全场包邮', language: 'zh-CN', speed: 1, tone: 0, ...more });
const lent = (id: string, sample = SAMPLE) => ({
  id,
  sample: <T>(use: (lent: VoiceSample) => Promise<T>) => use(sample),
});

let count = 0;
/** Has a voice say something. @returns seconds of it */
async function speak(provider: VoicesProvider, id: string, more: object = {}, sample = SAMPLE): Promise<number> {
  const work = join(folder, `said-${(count += 1)}`);
  mkdirSync(work);
  await provider.speak(lent(id, sample), said(more), join(work, 'said.wav'));
  // Nothing else is left there.
  assert.deepEqual(readdirSync(work), ['said.wav']);
  return (await readMonoWav(join(work, 'said.wav'))).length / VOICE_RATE;
}

async function begin<S extends VoiceService>(t: TestContext, starting: Promise<S>): Promise<S> {
  const service = await starting;
  t.after(() => service.close());
  return service;
}
async function startCosy(t: TestContext, model: CosyModel = 'CosyVoice2', rate?: number) {
  const service = await begin(t, startCosyVoice(rate, model === 'CosyVoice3'));
  return { service, cosy: cosyVoices(runner, { address: service.address, model, ...pace }) };
}
async function startSovits(t: TestContext) {
  const service = await begin(t, startGptSoVits());
  const shared = mkdtempSync(join(folder, 'shared-'));
  return {
    service,
    shared,
    sovits: sovitsVoices(runner, { address: service.address, folder: shared, seenAs: '', dataFolder: DATA, ...pace }),
  };
}
async function startOpenAi(t: TestContext) {
  const service = await begin(t, startOpenAiVoices());
  const openai = openAiVoices(runner, { address: `${service.address}/v1`, key: 'k', model: 'm', ...pace });
  return { service, openai };
}

test('CosyVoice is lent the sample with each request, with its words where the language is the same', async (t) => {
  const { service, cosy } = await startCosy(t);
  assert.equal(await cosy.create(SAMPLE, REFERENCE), REFERENCE);
  assert.ok(Math.abs((await speak(cosy, REFERENCE)) - 1.5) < 0.05);
  const [trial, own] = service.sent;
  assert.deepEqual([trial?.path, own?.path], ['/inference_zero_shot', '/inference_zero_shot']);
  assert.deepEqual(own?.body, { tts_text: '今天全场包邮', prompt_text: '大家好' });
  assert.ok((own?.files['prompt_wav'] ?? 0) > 200_000);
  await speak(cosy, REFERENCE, { language: 'en-US', text: 'Free shipping' });
  assert.equal(service.sent.at(-1)?.path, '/inference_cross_lingual');
  await assert.rejects(speak(cosy, REFERENCE, { language: 'th-TH' }), failure('refused', /th-TH/));
  await cosy.remove(REFERENCE, REFERENCE);
  await cosy.probe?.(AbortSignal.timeout(5_000));
});

test('the first CosyVoice answers at another rate, the third wants a prefix; pace and pitch are made here', async (t) => {
  const first = await startCosy(t, 'CosyVoice', 22_050);
  assert.ok(Math.abs((await speak(first.cosy, REFERENCE)) - 1.5) < 0.05);
  assert.ok(Math.abs((await speak(first.cosy, REFERENCE, { speed: 1.5, tone: 0.5 })) - 1) < 0.08);
  const third = await startCosy(t, 'CosyVoice3');
  await speak(third.cosy, REFERENCE);
  assert.equal(third.service.sent[0]?.body['prompt_text'], 'You are a helpful assistant.<|endofprompt|>大家好');
  await speak(third.cosy, REFERENCE, { language: 'en-US', text: 'Free shipping' });
  const { path: call, body } = third.service.sent.at(-1) ?? assert.fail('it was asked');
  assert.deepEqual(
    [call, body],
    ['/inference_cross_lingual', { tts_text: 'You are a helpful assistant.<|endofprompt|>Free shipping' }],
  );
});

test('CosyVoice that is busy, breaks off or hangs is asked again; one that says nothing or too little has failed', async (t) => {
  const { service, cosy } = await startCosy(t);
  service.whims.push({ status: 503 }, 'half');
  assert.ok((await speak(cosy, REFERENCE)) > 1);
  assert.equal(service.sent.length, 3);
  service.whims.push('nothing');
  assert.ok((await speak(cosy, REFERENCE)) > 1);
  service.whims.push({ status: 429, headers: { 'retry-after': '1' } });
  assert.ok((await speak(cosy, REFERENCE)) > 1);
  service.whims.push({ status: 429, headers: { 'retry-after': '600' } });
  await assert.rejects(speak(cosy, REFERENCE), { name: 'ProviderFailure', kind: 'limited' });
  service.whims.push({ says: '' }, { says: '' }, { says: '' });
  await assert.rejects(speak(cosy, REFERENCE), failure('unavailable', /said nothing/));
  service.whims.push({ says: '\0\0' });
  await assert.rejects(speak(cosy, REFERENCE), failure('unavailable', /broken off/));
  service.whims.push({ status: 400 });
  await assert.rejects(cosy.create(SAMPLE, REFERENCE), failure('refused', /400/));
});

test('GPT-SoVITS finds the sample in the shared folder, which is healed, and left empty', async (t) => {
  const { service, shared, sovits } = await startSovits(t);
  assert.equal(await sovits.create(SAMPLE, REFERENCE), REFERENCE);
  assert.deepEqual(readdirSync(shared), [`${REFERENCE}.wav`]);
  assert.equal(await sovits.create(SAMPLE, REFERENCE), REFERENCE);
  await rm(join(shared, `${REFERENCE}.wav`));
  assert.ok(Math.abs((await speak(sovits, REFERENCE, { speed: 1.2 })) - 1.5) < 0.05);
  const { body } = service.sent.at(-1) ?? assert.fail('it was asked');
  assert.deepEqual([body['text_lang'], body['prompt_lang'], body['prompt_text']], ['zh', 'zh', '大家好']);
  assert.deepEqual([body['speed_factor'], body['streaming_mode']], [1.2, false]);
  await sovits.remove(REFERENCE, REFERENCE);
  await sovits.remove(null, REFERENCE);
  assert.deepEqual(readdirSync(shared), []);
  await sovits.probe?.(AbortSignal.timeout(5_000));
  await assert.rejects(async () => sovits.remove(null, '../../etc'), TypeError);
});

test('a sample that GPT-SoVITS refuses does not stay, and what it says has to be a WAV', async (t) => {
  const { service, shared, sovits } = await startSovits(t);
  service.whims.push({ status: 400 });
  await assert.rejects(sovits.create(SAMPLE, REFERENCE), failure('refused', /400/));
  assert.deepEqual(readdirSync(shared), []);
  service.whims.push({ says: '{"message":"success"}' });
  await assert.rejects(speak(sovits, REFERENCE), failure('configuration', /else than sound/));
  service.whims.push('half', { status: 500 });
  assert.ok((await speak(sovits, REFERENCE)) > 1);
  const gone = sovitsVoices(runner, {
    address: service.address,
    folder: join(folder, 'gone'),
    seenAs: '',
    dataFolder: DATA,
    ...pace,
  });
  await assert.rejects(gone.create(SAMPLE, REFERENCE), failure('configuration', /cannot be written/));
  await assert.rejects(
    async () => gone.probe?.(AbortSignal.timeout(5_000)),
    failure('configuration', /cannot be written/),
  );
});

test('GPT-SoVITS shares no folder of the workbench, by whatever link it is reached', async (t) => {
  const service = await begin(t, startGptSoVits());
  const link = join(folder, 'link');
  symlinkSync(DATA, link);
  for (const own of [DATA, link, join(DATA, 'voices'), 'voices']) {
    const sovits = sovitsVoices(runner, {
      ...{ address: service.address, folder: own, seenAs: '', dataFolder: DATA, ...pace },
    });
    const refused = failure('configuration', /outside the workbench/);
    await assert.rejects(sovits.create(SAMPLE, REFERENCE), refused);
    await assert.rejects(async () => sovits.probe?.(AbortSignal.timeout(5_000)), refused);
  }
  assert.deepEqual([readdirSync(DATA), service.sent], [[], []]);
});

test('OpenAI is sent the consent first, makes each voice once, and forgets both', async (t) => {
  const { service, openai } = await startOpenAi(t);
  const id = await openai.create(SAMPLE, REFERENCE);
  assert.equal(await openai.create(SAMPLE, REFERENCE), id);
  const posts = service.sent.filter(({ method }) => method === 'POST').map(({ path: at, body }) => [at, body]);
  assert.deepEqual(posts, [
    ['/v1/audio/voice_consents', { name: REFERENCE, language: 'zh' }],
    ['/v1/audio/voices', { name: REFERENCE, consent: [...service.consents.keys()][0] }],
  ]);
  await speak(openai, id, { speed: 1.1 });
  assert.deepEqual(service.sent.at(-1)?.body, {
    ...{ model: 'm', input: '今天全场包邮', voice: { id }, response_format: 'wav', speed: 1.1 },
  });
  assert.equal(openai.consentSentence?.('zh-CN'), CONSENT_SENTENCES['zh']);
  assert.equal(openai.consentSentence?.('th-TH'), CONSENT_SENTENCES['en']);
  await openai.probe?.(AbortSignal.timeout(5_000));
  await openai.remove(id, REFERENCE);
  assert.deepEqual([service.voices.size, service.consents.size], [0, 0]);
  await openai.remove(id, REFERENCE);
  await assert.rejects(speak(openai, id), failure('refused', /gone/));
});

test('answers of OpenAI that get lost leave no second voice, and one that nobody heard of is deleted by our name', async (t) => {
  const { service, openai } = await startOpenAi(t);
  service.whims.push('lost', { status: 500 }, 'lost');
  const id = await openai.create(SAMPLE, REFERENCE);
  assert.deepEqual([[...service.voices.keys()], service.consents.size], [[id], 1]);
  await openai.remove(null, REFERENCE);
  assert.deepEqual([service.voices.size, service.consents.size], [0, 0]);
});

test('OpenAI wants a consent that was read aloud; of a sample that it refuses no consent stays', async (t) => {
  const { service, openai } = await startOpenAi(t);
  await assert.rejects(openai.create({ ...SAMPLE, consent: null }, REFERENCE), failure('refused', /read aloud/));
  assert.equal(service.sent.length, 0);
  await openai.create(SAMPLE, 'other');
  service.whims.push({ status: 400 });
  await assert.rejects(openai.create(SAMPLE, 'third'), failure('refused', /400/));
  assert.deepEqual([...service.consents.values()], ['other']);
  await assert.rejects(
    openAiVoices(runner, { address: `${service.address}/nowhere`, key: 'k', model: 'm', ...pace }).create(SAMPLE, 'x'),
    failure('configuration', /404/),
  );
});
