import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test, type TestContext } from 'node:test';

import type { MediaRunner } from '#core/server/services/media/runner.ts';
import type { Media } from '#core/server/services/media/media.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import type { SpeechRequest } from '#core/server/services/providers/speech.ts';
import type { SpeechContext } from '#plugins/engines/server/speech/connected-speech.ts';
import { cosyVoiceSpeech } from '#plugins/engines/server/speech/cosyvoice-speech.ts';
import { openAiSpeech } from '#plugins/engines/server/speech/openai-speech.ts';
import { readSovitsVoice, sovitsSpeech } from '#plugins/engines/server/speech/sovits-speech.ts';
import { hum, startSpeechService, wavOf } from '#tests/fixtures/speech/speech-service.ts';
import { makeClip, realRunner, temporaryFolder } from '#tests/integration/media/media-kit.ts';

let folder: string;
let runner: MediaRunner;
let ctx: SpeechContext & { dataFolder: string };
before(async () => {
  folder = await temporaryFolder();
  runner = await realRunner(folder);
  await mkdir(join(folder, 'work'));
  await mkdir(join(folder, 'data'));
  // Of the media engine, connected voices use the runner only.
  ctx = { media: { runner } as Media, temporaryFolder: join(folder, 'work'), dataFolder: join(folder, 'data') };
});

const waits: number[] = [];
const rest = async (milliseconds: number) => void waits.push(milliseconds);
const failure = (kind: string, message: RegExp) => ({ name: 'ProviderFailure', kind, message });

/** What was spoken: seconds, and how often it swings in a second. */
async function say(provider: Opened<'speech'>, more: Partial<SpeechRequest> = {}, signal?: AbortSignal) {
  const path = join(folder, `${crypto.randomUUID()}.wav`);
  const request = { text: '全场包邮，今天下单明天到。', language: 'zh-CN', speed: 1, tone: 0, ...more };
  await provider.speak(request, path, signal);
  const wav = await readFile(path);
  assert.equal(wav.toString('latin1', 0, 4), 'RIFF');
  const rate = wav.readUInt32LE(24);
  assert.deepEqual([wav.readUInt16LE(22), rate, wav.readUInt16LE(34)], [1, 48_000, 16]);
  const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length));
  const seconds = samples.length / rate;
  let swings = 0;
  for (let at = 1; at < samples.length; at += 1) if ((samples[at - 1] ?? 0) < 0 && (samples[at] ?? 0) >= 0) swings += 1;
  return { seconds, swings: swings / seconds };
}
const near = (found: number, wanted: number, by = 0.05) =>
  assert.ok(Math.abs(found - wanted) <= by * wanted, `${found}, not about ${wanted}`);

const usual = { key: 'secret', model: 'tts-1', voices: ['nova', 'onyx'], languages: [], instructions: '' };
const limits = { letters: 4_000, atOnce: 2, perMinute: 0, patience: 20 };
async function start(t: TestContext, more: Partial<Parameters<typeof openAiSpeech>[1]> = {}) {
  waits.length = 0;
  const service = await startSpeechService();
  t.after(() => service.close());
  const { address } = service;
  return {
    service,
    openai: openAiSpeech(ctx, { address: `${address}/v1`, ...usual, ...limits, rest, ...more }),
    cosy: cosyVoiceSpeech(ctx, {
      ...{
        address,
        generation: 1,
        speakers: ['中文女', '英文男'],
        sample: '',
        said: '',
        atOnce: 1,
        patience: 20,
        rest,
      },
    }),
    sovits: sovitsSpeech(ctx, {
      ...{ address, patience: 20, rest },
      voices: [readSovitsVoice('Mei | /voices/mei.wav | zh | 你好') ?? assert.fail()],
    }),
  };
}
const TEXT = '全场包邮，今天下单明天到。';

test('OpenAI’s call is sent what it takes, and its voices are those of the settings', async (t) => {
  const { service, openai } = await start(t, { instructions: 'Cheerfully' });
  near((await say(openai)).seconds, TEXT.length / 20);
  near((await say(openai, { voice: 'onyx', speed: 1.5 })).seconds, TEXT.length / 20);
  assert.deepEqual(
    service.requests.map(({ path, authorization, body }) => [path, authorization, body]),
    [
      [
        ...['/v1/audio/speech', 'Bearer secret'],
        { model: 'tts-1', input: TEXT, response_format: 'wav', voice: 'nova', instructions: 'Cheerfully' },
      ],
      [
        ...['/v1/audio/speech', 'Bearer secret'],
        { model: 'tts-1', input: TEXT, response_format: 'wav', voice: 'onyx', speed: 1.5, instructions: 'Cheerfully' },
      ],
    ],
  );
  await openai.probe?.(AbortSignal.timeout(5_000));
  await assert.rejects(say(openai, { voice: 'toString' }), { code: 'core:speech.voice' });
  await assert.rejects(say(openai, { language: 'tlh' }), { code: 'core:speech.language' });
  await assert.rejects(say(openai, { text: '…！' }), { code: 'core:speech.empty' });
  assert.equal(service.requests.length, 2, 'nothing of that is sent');
});

test('voices are asked of a service that lists them, however it does; others have OpenAI’s', async (t) => {
  const names = async (voices: unknown) => {
    const { service, openai } = await start(t, { voices: [] });
    service.voices = voices;
    return (await openai.voices?.('zh-CN'))?.map(({ id }) => id);
  };
  assert.deepEqual(await names(['af_heart', 'zf_xiaobei']), ['af_heart', 'zf_xiaobei']);
  assert.deepEqual(await names({ voices: ['af_heart'] }), ['af_heart']);
  assert.deepEqual(await names([{ voice_id: 'a', name: 'A' }, { id: 'b' }]), ['a', 'b']);
  assert.ok((await names(null))?.includes('alloy'));
});

test('sound comes in other formats than was asked for, with lengths that nobody knew, and is a WAV file all the same', async (t) => {
  const { service, openai } = await start(t);
  const mp3 = await makeClip(runner, folder, '-f', 'lavfi', '-i', 'sine=440:d=1', '-c:a', 'libmp3lame', 'spoken.mp3');
  const flac = await makeClip(runner, folder, '-f', 'lavfi', '-i', 'sine=440:d=1', '-ac', '2', 'spoken.flac');
  service.whims.push({ bytes: await readFile(mp3), type: 'audio/mpeg' });
  near((await say(openai)).seconds, 1, 0.1);
  service.whims.push({ bytes: await readFile(flac), type: 'application/octet-stream' });
  near((await say(openai)).seconds, 1);
  service.whims.push({ bytes: wavOf(hum('一二三四五六七八九十'), { size: 0xffffffff }) });
  near((await say(openai)).seconds, 0.5);
  assert.equal(service.requests.length, 3);
});

test('half a file, no sound and a hang are tried again; what is no sound at all is not', async (t) => {
  const { service, openai, cosy, sovits } = await start(t);
  for (const provider of [openai, cosy, sovits]) {
    for (const whim of ['half', { status: 503 }, { bytes: Buffer.alloc(0) }] as const) {
      service.whims.push(whim);
      near((await say(provider)).seconds, TEXT.length / 20, 0.1);
    }
  }
  service.whims.push('half a file', { bytes: wavOf(new Int16Array()) });
  near((await say(openai)).seconds, TEXT.length / 20);
  service.whims.push({ late: 200 });
  near((await say(openai)).seconds, TEXT.length / 20);
  const before = service.requests.length;
  for (const whim of [
    { bytes: Buffer.from('{"detail":"loading"}'), type: 'application/json' },
    { bytes: Buffer.from('<html>'), type: 'text/html' },
    { bytes: Buffer.from('noise'.repeat(1000)), type: 'audio/wav' },
  ]) {
    service.whims.push(whim);
    await assert.rejects(say(openai), failure('configuration', /sound/));
  }
  assert.equal(service.requests.length, before + 3);
  const hasty = (await start(t, { patience: 0.2 })).service;
  hasty.whims.push('nothing', 'nothing', 'nothing');
  const provider = openAiSpeech(ctx, { address: `${hasty.address}/v1`, ...usual, ...limits, patience: 0.2, rest });
  await assert.rejects(say(provider), failure('unavailable', /no answer/));
  hasty.whims.push('nothing');
  await assert.rejects(say(provider, {}, AbortSignal.timeout(50)), { name: 'AbortError' });
  assert.deepEqual(await readdir(join(folder, 'work')), [], 'nothing is left of any of them');
});

test('after a 429 it waits as long as it is told, or longer each time, and then gives up with the time', async (t) => {
  const { service, openai } = await start(t);
  service.whims.push({ status: 429, headers: { 'retry-after': '3' } });
  await say(openai);
  assert.equal(Math.round(Math.max(...waits) / 1000), 3);
  service.whims.push({ status: 429 }, { status: 429 });
  await say(openai);
  service.whims.push(...Array.from({ length: 4 }, () => ({ status: 429 })));
  await assert.rejects(say(openai), { ...failure('limited', /429/) });
  const before = service.requests.length;
  service.whims.push({ status: 429, headers: { 'retry-after': '600' } });
  await assert.rejects(say(openai), failure('limited', /429/));
  assert.equal(service.requests.length, before + 1);
});

test('wrong keys are the operator’s; a text that is refused is not sent again', async (t) => {
  const { service, openai } = await start(t, { key: 'wrong' });
  await assert.rejects(say(openai), failure('configuration', /401/));
  const { service: other, openai: well } = await start(t);
  other.whims.push({ status: 400, body: 'string_too_long' });
  await assert.rejects(say(well), failure('refused', /string_too_long/));
  assert.deepEqual([service.requests.length, other.requests.length], [0, 1]);
});

test('a long text is spoken in parts and joined; of one that fails midway nothing is paid for twice', async (t) => {
  const { service, openai } = await start(t, { letters: 60 });
  const text =
    '这个箱子又大又结实，一家人出门都够用。轮子很安静，半夜回家也不吵。拉链是双层的，不怕被撑开。今天下单送一个收纳袋，还包邮到家。';
  service.whims.push({ late: 0 }, { status: 400 });
  await assert.rejects(say(openai, { text }), failure('refused', /400/));
  const first = service.requests.length;
  const { seconds } = await say(openai, { text });
  near(seconds, text.length / 20);
  assert.equal(service.requests.length, first + 1, 'only what was missing is asked for');
  const sent = service.requests.map(({ body }) => String(body['input']));
  assert.ok(
    sent.every((part) => part.length <= 60 && part.endsWith('。')),
    sent.join('\n'),
  );
  assert.equal([sent[0], sent[2]].join(''), text);
});

test('a service gets no more requests at once than it takes', async (t) => {
  const { service, openai, sovits } = await start(t);
  service.whims.push(...Array.from({ length: 6 }, () => ({ late: 30 })));
  await Promise.all(Array.from({ length: 6 }, (_, number) => say(openai, { text: `第${number}句` })));
  assert.equal(service.busy.most, 2);
  service.busy.most = 0;
  await Promise.all(Array.from({ length: 3 }, (_, number) => say(sovits, { text: `第${number}句` })));
  assert.equal(service.busy.most, 1);
});

test('tone moves a voice at the same pace, and a pace that a service does not know is made here', async (t) => {
  const { openai, cosy } = await start(t);
  const plain = await say(openai);
  const [low, high] = [await say(openai, { tone: -1 }), await say(openai, { tone: 1 })];
  near(low.swings, plain.swings * 2 ** (-5 / 12));
  near(high.swings, plain.swings * 2 ** (5 / 12));
  near(low.seconds, plain.seconds, 0.1);
  near(high.seconds, plain.seconds, 0.1);
  const slow = await say(cosy, { speed: 0.5 });
  const fast = await say(cosy, { speed: 2 });
  // Its raw samples are of 22 050 a second, and the service hums at 24 000.
  const own = ((TEXT.length / 20) * 24_000) / 22_050;
  near(slow.seconds, own * 2, 0.1);
  near(fast.seconds, own / 2, 0.1);
});

test('CosyVoice speaks by its speakers or in the voice of a sample, and says its languages by its generation', async (t) => {
  const { service, cosy } = await start(t);
  await say(cosy);
  await say(cosy, { voice: '英文男', text: 'Free shipping', language: 'en-US' });
  await cosy.probe?.(AbortSignal.timeout(5_000));
  assert.deepEqual(await cosy.voices?.('zh-CN'), [
    { id: '中文女', name: '中文女', sex: 'female' },
    { id: '英文男', name: '英文男', sex: 'male' },
  ]);
  const sample = join(folder, 'sample.wav');
  await writeFile(sample, wavOf(hum('四秒')));
  const { address } = service;
  const shared = { address, speakers: [], sample, atOnce: 1, patience: 20, rest } as const;
  const third = cosyVoiceSpeech(ctx, { ...shared, generation: 3, said: '你好' });
  assert.ok((await third.languages()).includes('fr-FR'));
  assert.ok(!(await cosy.languages()).includes('fr-FR'));
  await say(third);
  await say(cosyVoiceSpeech(ctx, { ...shared, generation: 2, said: '' }));
  const size = 44 + 2 * 2 * 1_200;
  assert.deepEqual(
    service.requests.map(({ path, body }) => [path, body]),
    [
      ['/inference_sft', { tts_text: TEXT, spk_id: '中文女' }],
      ['/inference_sft', { tts_text: 'Free shipping', spk_id: '英文男' }],
      [
        '/inference_zero_shot',
        { tts_text: TEXT, prompt_wav: size, prompt_text: 'You are a helpful assistant.<|endofprompt|>你好' },
      ],
      ['/inference_cross_lingual', { tts_text: TEXT, prompt_wav: size }],
    ],
  );
  const lost = cosyVoiceSpeech(ctx, { ...shared, generation: 2, said: '', sample: join(folder, 'gone.wav') });
  await assert.rejects(say(lost), { code: 'engines:cosyvoice.no-sample' });
});

test('samples without a header may begin with any byte; an error that calls itself sound is told all the same', async (t) => {
  const { service, cosy } = await start(t);
  for (const first of [0x3c, 0x7b]) {
    service.says = (text) => hum(text).map((sample, at) => (at === 0 ? first : sample));
    near((await say(cosy)).seconds, ((TEXT.length / 20) * 24_000) / 22_050);
  }
  for (const said of ['{"detail":"模型还在加载，请等几分钟以后再来一次，谢谢大家的耐心"}', '<html>\n  <p>busy</p>']) {
    service.whims.push({ bytes: Buffer.from(said) });
    await assert.rejects(say(cosy), failure('configuration', /else than sound/));
  }
});

test('no file of the workbench, and none that is no WAV, is sent as a sample', async (t) => {
  const { service } = await start(t);
  const { address } = service;
  const key = join(folder, 'data', 'key.wav');
  await writeFile(key, wavOf(hum('四秒')));
  await symlink(key, join(folder, 'link.wav'));
  await writeFile(join(folder, 'passwords.wav'), 'root:secret');
  await writeFile(join(folder, 'sound.wav'), wavOf(hum('四秒')));
  const cosy = (sample: string) =>
    cosyVoiceSpeech(ctx, { address, speakers: [], sample, atOnce: 1, patience: 20, rest, generation: 2, said: '' });
  for (const sample of [key, join(folder, 'link.wav'), join(folder, 'passwords.wav'), 'sound.wav']) {
    await assert.rejects(say(cosy(sample)), { code: 'engines:cosyvoice.unfit-sample' }, sample);
    await assert.rejects(async () => cosy(sample).probe?.(AbortSignal.timeout(5_000)), {
      code: 'engines:cosyvoice.unfit-sample',
    });
  }
  assert.equal(service.requests.length, 0);
  await say(cosy(join(folder, 'sound.wav')));
});

test('GPT-SoVITS speaks with a recording on its machine; one that it cannot use is the operator’s', async (t) => {
  const { service, sovits } = await start(t);
  await say(sovits, { speed: 1.2 });
  await sovits.probe?.(AbortSignal.timeout(5_000));
  assert.deepEqual(service.requests[0]?.body, {
    ...{ text: TEXT, text_lang: 'zh', speed_factor: 1.2, media_type: 'wav', streaming_mode: false },
    ...{ ref_audio_path: '/voices/mei.wav', prompt_text: '你好', prompt_lang: 'zh' },
    ...{ text_split_method: 'cut5', batch_size: 1 },
  });
  service.whims.push({
    status: 400,
    body: '{"message":"tts failed","Exception":"Reference audio is outside the 3-10 second range, please choose another one!"}',
  });
  await assert.rejects(say(sovits), failure('configuration', /3-10/));
  service.whims.push({ status: 400, body: '{"message":"tts failed","Exception":"text is empty"}' });
  await assert.rejects(say(sovits), failure('refused', /text is empty/));
  for (const line of ['Mei', 'Mei | /a.wav', 'Mei | /a.wav | fr | Salut', '| /a.wav | zh | 好']) {
    assert.equal(readSovitsVoice(line), null, line);
  }
  assert.equal(readSovitsVoice('Ken | /k.wav | en | Either | or')?.said, 'Either|or');
});
