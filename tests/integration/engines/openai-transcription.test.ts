import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test, type TestContext } from 'node:test';

import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import { openAiTranscription } from '#plugins/engines/server/openai/openai-transcription.ts';
import { piecesOf } from '#plugins/engines/server/openai/recording-pieces.ts';
import { readTranscript } from '#plugins/engines/server/openai/read-transcript.ts';
import { startTranscriptionService } from '#tests/fixtures/speech/transcription-service.ts';
import { temporaryFolder } from '#tests/integration/media/media-kit.ts';

const RATE = 16_000;
/** A recording in which somebody hums, but for some stretches of silence. */
function recordingOf(seconds: number, silences: readonly [number, number][] = []): Buffer {
  const samples = new Int16Array(seconds * RATE).map((_, at) =>
    silences.some(([from, to]) => at >= from * RATE && at < to * RATE) ? 0 : Math.round(8000 * Math.sin(at / 9)),
  );
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.write('data', 36, 'latin1');
  // As tools leave it that cannot go back.
  head.writeUInt32LE(0xffffffff, 40);
  return Buffer.concat([head, Buffer.from(samples.buffer)]);
}

let recording: string;
before(async () => {
  recording = join(await temporaryFolder(), 'speech.wav');
  await writeFile(recording, recordingOf(4));
});

const PACE = { atOnce: 2, perMinute: 0 };
const PATIENCE = { patience: 20 };

async function start(t: TestContext, key = 'secret') {
  const service = await startTranscriptionService();
  t.after(() => service.close());
  const waits: number[] = [];
  const rest = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
  const engine = openAiTranscription({ address: service.address, key, model: 'whisper-1', ...PATIENCE, ...PACE, rest });
  const hear = (language: string | null = 'zh-CN', words: readonly string[] = []) =>
    engine.transcribe(recording, { language, words });
  return { service, engine, hear, waits };
}
const failure = (kind: string, message: RegExp) => ({ name: 'ProviderFailure', kind, message });

test('a recording is sent with its language, terms and the times that are wanted', async (t) => {
  const { service, hear, engine } = await start(t);
  service.hears = () => ({
    ...{ language: 'chinese', duration: 4, text: '全场包邮' },
    segments: [{ id: 0, start: 0.5, end: 2, text: ' 全场包邮', no_speech_prob: 0.1 }],
    words: [
      { word: '全场', start: 0.5, end: 1 },
      { word: '包邮', start: 1, end: 9 },
    ],
  });
  assert.deepEqual(await hear('zh-CN', ['映港']), {
    language: 'zh-CN',
    segments: [
      {
        ...{ start: 0.5, end: 2, text: '全场包邮', speaker: null },
        words: [
          { start: 0.5, end: 1, text: '全场' },
          { start: 1, end: 4, text: '包邮' },
        ],
      },
    ],
  });
  const [{ fields, bytes, authorization } = {}] = service.recordings.map((sent) => ({ ...sent }));
  assert.deepEqual(fields, {
    ...{ model: ['whisper-1'], response_format: ['verbose_json'], language: ['zh'], prompt: ['映港'] },
    ...{ 'timestamp_granularities[]': ['word', 'segment'], file: [] },
  });
  assert.deepEqual([bytes?.length, authorization], [44 + 4 * RATE * 2, 'Bearer secret']);
  assert.ok((await engine.languages()).includes('fil-PH'));
  await engine.probe?.(AbortSignal.timeout(5_000));
});

test('languages are named as Whisper names them', async (t) => {
  const { service, hear } = await start(t);
  await hear('fil-PH');
  await hear('nb-NO');
  await hear(null);
  assert.deepEqual(
    service.recordings.map(({ fields }) => fields['language']),
    [['tl'], ['no'], undefined],
  );
});

test('a model that knows no times is asked without them from then on', async (t) => {
  const { service, hear } = await start(t);
  service.isPlain = true;
  service.hears = () => ({ text: 'Hello there.' });
  for (let time = 0; time < 2; time += 1) {
    assert.deepEqual(await hear('en-US'), {
      language: null,
      segments: [{ start: 0, end: 4, text: 'Hello there.', speaker: null, words: [] }],
    });
  }
  assert.deepEqual(
    service.recordings.map(({ fields }) => fields['response_format']),
    [['json'], ['json']],
  );
});

test('a recording that is refused both ways does not take the times of others', async (t) => {
  const { service, hear } = await start(t);
  service.hears = () => ({ segments: [{ start: 0.5, end: 2, text: 'Hello' }] });
  service.whims.push({ status: 400 }, { status: 400 });
  await assert.rejects(hear(), failure('refused', /400/));
  assert.equal((await hear()).segments[0]?.start, 0.5);
  assert.deepEqual(
    service.recordings.map(({ fields }) => fields['response_format']),
    [['verbose_json']],
  );
});

test('a service that takes no more for a moment is waited for', async (t) => {
  const { service, hear, waits } = await start(t);
  service.hears = () => ({ text: 'Hi' });
  service.whims.push({ status: 429, headers: { 'retry-after': '20' } });
  assert.equal((await hear()).segments.length, 1);
  assert.ok(waits.length > 0 && waits.every((each) => each > 0 && each <= 20_000), waits.join());
});

test('what goes wrong for a moment is tried again, and the rest says what has to be done', async (t) => {
  const { service, hear } = await start(t);
  service.hears = () => ({ text: 'Hi' });
  service.whims.push({ status: 503 });
  assert.equal((await hear()).segments.length, 1);
  service.whims.push('half');
  assert.equal((await hear()).segments.length, 1);
  service.whims.push({ says: '<html>' });
  await assert.rejects(hear(), failure('configuration', /writes down speech/));
  service.whims.push({ says: '{"segments":[{"text":1}]}' });
  await assert.rejects(hear(), failure('configuration', /writes down speech/));
  service.whims.push({ status: 413 });
  await assert.rejects(hear(), failure('refused', /413/));
  service.whims.push('nothing');
  const cancelled = openAiTranscription({ address: service.address, key: 'secret', model: 'm', ...PATIENCE, ...PACE });
  await assert.rejects(
    cancelled.transcribe(recording, { language: null, words: [], signal: AbortSignal.timeout(200) }),
    {
      name: /Abort|Timeout/,
    },
  );
  const wrong = openAiTranscription({ address: service.address, key: 'wrong', model: 'm', ...PATIENCE, ...PACE });
  await assert.rejects(wrong.transcribe(recording, { language: null, words: [] }), failure('configuration', /401/));
});

test('a 429 is waited for as long as it is told, and a quota that is used up has no time', async (t) => {
  const { service, hear, waits } = await start(t);
  service.hears = () => ({ text: 'Hi' });
  service.whims.push({ status: 429, headers: { 'retry-after': '20' } });
  assert.equal((await hear()).segments.length, 1);
  assert.ok(waits.length === 1 && (waits[0] ?? 0) > 15_000, waits.join());
  service.whims.push({ status: 429, headers: { 'retry-after': '600' } });
  await assert.rejects(hear(), (error) => error instanceof ProviderFailure && error.until !== null);
  for (const status of [402, 456]) {
    service.whims.push({ status });
    await assert.rejects(hear('en-US'), { kind: 'limited', until: null });
  }
});

test('a service that hangs is asked again, and given up after its time', async (t) => {
  const { service } = await start(t);
  const rest = (): Promise<void> => Promise.resolve();
  const asked = { address: service.address, key: 'secret', model: 'm', patience: 0.2, rest };
  const engine = openAiTranscription({ ...asked, ...PACE });
  const short = join(await temporaryFolder(), 'short.wav');
  await writeFile(short, recordingOf(1));
  service.hears = () => ({ text: 'Hi' });
  service.whims.push('nothing');
  assert.equal((await engine.transcribe(short, { language: null, words: [] })).segments.length, 1);
  service.whims.push('nothing', 'nothing', 'nothing');
  const again = join(await temporaryFolder(), 'again.wav');
  await writeFile(again, recordingOf(1.5));
  await assert.rejects(engine.transcribe(again, { language: null, words: [] }), failure('unavailable', /no answer/));
});

test('of a recording whose second piece fails nothing more is sent, and the first is not sent again', async (t) => {
  const { service } = await start(t);
  const engine = openAiTranscription({
    address: service.address,
    key: 'secret',
    model: 'm',
    ...PATIENCE,
    atOnce: 1,
    perMinute: 0,
  });
  const long = join(await temporaryFolder(), 'three.wav');
  await writeFile(long, recordingOf(1_250));
  service.hears = (number) => ({ segments: [{ start: 1, end: 2, text: `piece ${number}` }] });
  service.whims.push({ late: 0 }, { status: 402 });
  await assert.rejects(engine.transcribe(long, { language: null, words: [] }), failure('limited', /used up/));
  assert.deepEqual([service.recordings.length, service.whims.length], [1, 0]);
  const { segments } = await engine.transcribe(long, { language: null, words: [] });
  assert.deepEqual([segments.length, service.recordings.length], [3, 3]);
});

test('words in another language than was asked for are refused, names and short ones are not', async (t) => {
  const { service, hear } = await start(t);
  service.hears = () => ({ text: 'This is a long sentence that is written in English, without any doubt.' });
  await assert.rejects(hear('zh-CN'), failure('refused', /another language than zh-CN/));
  assert.equal((await hear('en-US')).segments.length, 1);
  service.hears = () => ({ text: 'Reelport OK' });
  assert.equal((await hear('zh-CN', ['Reelport'])).segments.length, 1);
});

test('a long recording is parted where it is quiet, and its times go on', async (t) => {
  const wav = recordingOf(70, [
    [41, 41.4],
    [24.5, 25],
  ]);
  const pieces = piecesOf(wav, 45);
  assert.equal(pieces.length, 2);
  const [first, second] = pieces;
  assert.ok(first !== undefined && second !== undefined);
  assert.ok(first.seconds > 24.4 && first.seconds < 41.5, `${first.seconds}`);
  assert.equal(second.start, first.seconds);
  assert.equal(Math.round(second.start + second.seconds), 70);
  const { service, engine } = await start(t);
  service.hears = (number) => ({ segments: [{ start: 1, end: 2, text: `piece ${number}` }] });
  const long = join(await temporaryFolder(), 'long.wav');
  await writeFile(long, recordingOf(640, [[590, 591]]));
  const { segments } = await engine.transcribe(long, { language: null, words: [] });
  assert.equal(segments.length, 2);
  assert.equal(segments[0]?.start, 1);
  assert.ok(Math.abs((segments[1]?.start ?? 0) - 591.5) < 0.6, `${segments[1]?.start}`);
});

test('answers of other servers: words in segments, names of languages, speakers, times beyond the end', () => {
  const piece = { start: 10, seconds: 5 };
  const read = readTranscript(
    {
      language: 'english',
      segments: [
        {
          start: 0,
          end: 2,
          text: ' Hi there',
          speaker: 1,
          words: [
            { word: ' Hi', start: 0, end: 1 },
            { word: ' there', start: 1, end: 2 },
          ],
        },
        { start: 2, end: 2, text: 'nothing' },
        { start: 3, end: 99, text: 'late', speaker: 'B' },
      ],
    },
    piece,
  );
  assert.equal(read.language, 'en-US');
  assert.deepEqual(
    read.segments.map(({ start, end, speaker, words }) => [start, end, speaker, words.length]),
    [
      [10, 12, '1', 2],
      [13, 15, 'B', 0],
    ],
  );
  assert.deepEqual(readTranscript({ text: '' }, piece).segments, []);
});
