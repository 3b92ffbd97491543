import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, test, type TestContext } from 'node:test';

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

async function start(t: TestContext, key = 'secret') {
  const service = await startTranscriptionService();
  t.after(() => service.close());
  const rests: number[] = [];
  const rest = async (milliseconds: number) => void rests.push(milliseconds);
  const engine = openAiTranscription({ address: service.address, key, model: 'whisper-1', atOnce: 2, rest });
  const hear = (language: string | null = 'zh-CN', words: readonly string[] = []) =>
    engine.transcribe(recording, { language, words });
  return { service, engine, hear, rests };
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
  const { service, hear, rests } = await start(t);
  service.hears = () => ({ text: 'Hi' });
  service.whims.push({ status: 429, headers: { 'retry-after': '20' } });
  assert.equal((await hear()).segments.length, 1);
  assert.ok(rests.length > 0 && rests.every((each) => each > 0 && each <= 20_000), rests.join());
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
  service.whims.push({ status: 429, headers: { 'retry-after': '60' } });
  await assert.rejects(hear(), failure('limited', /429/));
  service.whims.push({ status: 413 });
  await assert.rejects(hear(), failure('refused', /413/));
  service.whims.push('nothing');
  const cancelled = openAiTranscription({ address: service.address, key: 'secret', model: 'm', atOnce: 1 });
  await assert.rejects(
    cancelled.transcribe(recording, { language: null, words: [], signal: AbortSignal.timeout(200) }),
    {
      name: /Abort|Timeout/,
    },
  );
  const wrong = openAiTranscription({ address: service.address, key: 'wrong', model: 'm', atOnce: 1 });
  await assert.rejects(wrong.transcribe(recording, { language: null, words: [] }), failure('configuration', /401/));
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
