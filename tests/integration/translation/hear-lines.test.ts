import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';

import { createMedia } from '#core/server/services/media/create-media.ts';
import type { Providers } from '#core/server/services/providers/providers.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { openAiTranscription } from '#plugins/engines/server/openai/openai-transcription.ts';
import { hearLines } from '#plugins/translation/server/dubbing/hear-lines.ts';
import { speakLines } from '#plugins/translation/server/dubbing/speak-lines.ts';
import { startTranscriptionService } from '#tests/fixtures/speech/transcription-service.ts';
import { noise, RATE, wavOf } from '#tests/fixtures/words/pcm.ts';
import { temporaryFolder } from '#tests/integration/media/media-kit.ts';

const folder = await temporaryFolder();
const media = await createMedia({ folder: join(folder, 'cache') });
after(() => media.close());

const TEXTS = ['Free shipping today', 'It boils in half a minute', 'Order it now'];

/** Seconds of a take: by them the service knows which one it is sent. */
const lasting = (line: number, take: number): number => 1 + line * 0.3 + (take - 1) * 0.1;

/** What a service hears of a take of a line; null where it refuses it. */
type Hears = (line: number, take: number) => string | null;

/** A service that hears what it is told, as one of those in use. */
async function startEar(t: TestContext, name: string, hears: Hears) {
  const service = await startTranscriptionService();
  t.after(() => service.close());
  service.hears = () => {
    const seconds = ((service.recordings.at(-1)?.bytes.length ?? 0) - 44) / 2 / 16_000;
    const place = Math.round((seconds - 1) * 10);
    const text = hears(Math.floor(place / 3), (place % 3) + 1);
    return text === null ? undefined : { text: '', segments: [{ start: 0, end: seconds, text }] };
  };
  const asked = { address: service.address, key: 'secret', model: name, atOnce: 1, perMinute: 0, patience: 20 };
  const nothing = () => Promise.resolve();
  return { service, id: 'ear', provider: openAiTranscription(asked), failed: nothing, worked: nothing };
}

/** A voice that says each line in another length each time, and an ear; a second one that hears all where told. */
async function start(t: TestContext, name: string, hears: Hears, { apart = 4_000, hasNext = false } = {}) {
  const ear = await startEar(t, name, hears);
  const next = await startEar(t, `${name} next`, (line) => TEXTS[line] ?? '');
  const said: string[] = [];
  const provider = {
    version: name,
    languages: async () => ['en-US'],
    async speak({ text }: { text: string }, path: string) {
      said.push(text);
      const take = said.filter((each) => each === text).length;
      const line = TEXTS.indexOf(text);
      const sound = noise(Math.round(RATE * lasting(line, take)), line * 10 + take);
      await writeFile(path, wavOf(sound.map((sample) => sample * 0.3)));
    },
  };
  const inOrder = async () => (hasNext ? [ear, next] : [ear]);
  const ctx = { media, log: testLog, providers: { inOrder } as unknown as Providers };
  const { signal } = new AbortController();
  const speech = { id: 'voice', provider };
  const speaking = { speakerOf: async () => ({ speech, voice: null, isBound: false }), language: 'en-US', signal };
  const given = TEXTS.map((text, at) => ({
    ...{ cue: `c${at}`, start: at * apart, end: at * apart + 500, speaker: '', text },
  }));
  const wanted = { choice: { voice: null, speakers: {}, under: 0.12, slow: false }, total: 14_000 };
  const dub = async () => {
    const lines = await speakLines({ media }, speaking, { ...wanted, lines: given }, () => undefined);
    const { lines: heard } = await hearLines(ctx, speaking, { ...wanted, lines }, () => undefined);
    return heard.map(({ spoken, milliseconds, place }) => {
      assert.ok(spoken !== null && 'node' in spoken, 'a line was not spoken');
      const rounded = (each: number | null) => Math.round((each ?? 0) / 100) * 100;
      return { transcript: spoken.transcript, milliseconds: rounded(milliseconds), takes: rounded(place.takes) };
    });
  };
  return { service: ear.service, next: next.service, said, dub };
}

test('every line is heard back and compared, and the same sound is not paid for again', async (t) => {
  const { service, said, dub } = await start(t, 'whole', (line) => `${TEXTS[line]?.toLowerCase()}!`);
  for (const times of [1, 2]) {
    const lines = await dub();
    assert.deepEqual(
      lines.map(({ transcript }) => transcript),
      TEXTS.map((text) => ({
        ...{ text: `${text.toLowerCase()}!`, found: 1, missing: [], isLacking: false, isRepeated: false },
      })),
      `time ${times}`,
    );
    assert.deepEqual([said.length, service.recordings.length], [3, 3], `time ${times}`);
  }
  const { fields } = service.recordings[0] ?? {};
  assert.deepEqual([fields?.['language'], fields?.['prompt']], [['en'], undefined], 'it is not told what to hear');
});

test('a line in which words are missing is spoken once more: the better take stays, or the line is flagged', async (t) => {
  const { service, said, dub } = await start(t, 'lacking', (line, take) => {
    // The first one is whole at its second take, the second one never, the third one is worse then.
    if (line === 0) return take === 1 ? 'Free today' : 'Free shipping today';
    if (line === 1) return 'It boils in half';
    return take === 1 ? 'Order now' : 'Order';
  });
  const lines = await dub();
  assert.deepEqual(
    lines.map(({ transcript }) => [transcript?.missing.join(' '), transcript?.isLacking, transcript?.isRepeated]),
    [
      ['', false, true],
      ['a minute', true, true],
      ['it', true, true],
    ],
  );
  assert.deepEqual(
    lines.map(({ milliseconds, takes }) => [milliseconds, takes]),
    [
      [1100, 1100],
      [1300, 1300],
      [1600, 1600],
    ],
    'each place is that of the take that stays',
  );
  await dub();
  assert.deepEqual([said.length, service.recordings.length], [6, 6], 'no third take, and nothing anew');
});

test('a second take that is too long for its place is not taken', async (t) => {
  // 900 ms until the next one: a second is spoken in that at most 1.15 times faster, and 1.1 seconds are not.
  const { said, dub } = await start(t, 'long', (line, take) => (take === 1 ? '' : (TEXTS[line] ?? '')), { apart: 980 });
  const lines = await dub();
  assert.deepEqual(
    lines.map(({ milliseconds, transcript }) => [milliseconds, transcript?.found]),
    [
      [1000, 0],
      [1300, undefined],
      [1700, 1],
    ],
    'what is not in the video is not heard back, and the last one has room',
  );
  assert.equal(said.length, 5);
});

test('a service that fails leaves the lines as they are, checked for their time only', async (t) => {
  const { service, dub } = await start(t, 'gone', (line) => TEXTS[line] ?? '');
  service.whims.push({ status: 401 }, { status: 401 }, { status: 401 });
  const lines = await dub();
  assert.deepEqual(
    lines.map(({ transcript }) => transcript),
    [null, null, null],
  );
  const again = await dub();
  assert.ok(again.every(({ transcript }) => transcript?.found === 1));
});

test('what one service has not written down because it fails the next one does, and nothing twice', async (t) => {
  const { service, next, dub } = await start(t, 'next', (line) => TEXTS[line] ?? '', { hasNext: true });
  service.whims.push({ late: 0 }, { status: 456 }, { status: 456 });
  const lines = await dub();
  assert.ok(lines.every(({ transcript }) => transcript?.found === 1));
  assert.deepEqual([service.recordings.length, next.recordings.length], [1, 2]);
});

test('a take that the service refuses is not compared, and all others are', async (t) => {
  const { said, dub } = await start(t, 'refused', (line, take) => {
    if (line === 0) return null;
    if (line === 1) return take === 1 ? 'It boils in half' : null;
    return TEXTS[line] ?? '';
  });
  const lines = await dub();
  assert.deepEqual(
    lines.map(({ milliseconds, transcript }) => [milliseconds, transcript?.found, transcript?.isRepeated]),
    [
      [1000, undefined, undefined],
      [1300, 0.66, true],
      [1600, 1, false],
    ],
  );
  assert.equal(said.length, 4, 'what was not heard is not said again');
});
