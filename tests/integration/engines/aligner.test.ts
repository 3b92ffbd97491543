import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

import { createMedia } from '#core/server/services/media/create-media.ts';
import { createAligner } from '#plugins/engines/server/aligner/aligner.ts';
import { ALIGN } from '#plugins/engines/server/aligner/operation.ts';
import { readJapanese } from '#plugins/engines/server/japanese/read-japanese.ts';
import { childrenOf } from '#tests/fixtures/children-of.ts';
import { music, RATE, wavOf } from '#tests/fixtures/words/pcm.ts';
import { errorsOf, sayWords, under } from '#tests/fixtures/words/spoken-sound.ts';
import { makeClip, temporaryFolder } from '#tests/integration/media/media-kit.ts';
import { sourceOf } from '#tests/integration/media/operations/operations-kit.ts';

const folder = await temporaryFolder();
const media = await createMedia({ folder: join(folder, 'cache') });
media.operations.add([ALIGN as never]);
after(() => media.close());
const aligner = createAligner({ media });

const ENGLISH =
  'Dr. Smith says this little gadget saves an hour a day. Just press once, and it does the rest. Order today and get 20% off.';
const JAPANESE = '送料無料のキャンペーン中です。今日注文すると、明日には東京へ届きます。\n二行目は123円で。';
const CHINESE = '今天给大家带来一款厨房神器，只要轻轻一按就能自动出料。现在下单，全国包邮。';

async function videoOf(name: string, samples: Float32Array) {
  const wav = join(folder, `${name}.wav`);
  await writeFile(wav, wavOf(samples));
  const args = ['-f', 'lavfi', '-i', 'color=s=64x64:r=10', '-i', `file:${wav}`, '-shortest', '-c:v', 'libx264'];
  return await sourceOf(
    await makeClip(media.runner, folder, ...args, '-preset', 'ultrafast', '-c:a', 'aac', '-b:a', '96k', `${name}.mp4`),
  );
}

/** The share of words that are off by at most so many seconds. */
const within = (errors: readonly number[], seconds: number): number =>
  errors.filter((error) => error <= seconds).length / errors.length;

for (const [language, text, variant, speed] of [
  ['en-US', ENGLISH, 'f3', 190],
  ['zh-CN', CHINESE, 'm3', 140],
] as const) {
  test(`words of ${language} are found in another voice, at another pace and over music`, async () => {
    const said = sayWords(text, { language, variant, speed, pitch: 60 });
    const { samples } = under(said, music(said.samples.length, 4), 14);
    const words = await aligner.align(await videoOf(language, samples), { text, language });
    const errors = errorsOf(said.words, words);
    assert.ok(within(errors, 0.06) >= 0.8 && within(errors, 0.2) >= 0.95, errors.map((each) => each.toFixed(2)).join());
    for (const [at, { start, end }] of words.entries()) {
      assert.ok(end > start && start >= (words[at - 1]?.start ?? 0), 'they follow each other');
    }
  });
}

test('Japanese is timed by how its kanji are read, word by word of the text as it is written', async () => {
  const read = await readJapanese(JAPANESE);
  const said = sayWords(read.kana.join(''), { language: 'ja-JP', variant: 'f3', speed: 150 });
  // A number is said in pieces; it begins with the first one.
  const isLaterDigit = (at: number): boolean => /^\d\d$/.test(read.kana.slice(at - 1, at + 1).join(''));
  const truth = said.words
    .filter(({ at }) => !isLaterDigit(at))
    .map(({ at, start }) => ({ at: read.from[at] ?? -1, start }));
  const words = await aligner.align(await videoOf('ja-JP', said.samples), { text: JAPANESE, language: 'ja-JP' });
  const letters = [...JAPANESE];
  const written = words.map(({ at, letters: many }) =>
    letters
      .slice(at, at + many)
      .join('')
      .trim(),
  );
  assert.ok(
    ['送料', 'キャンペーン中です', '今日', '明日には', '二行目は', '123', '円で'].every((word) =>
      written.includes(word),
    ),
    written.join(' '),
  );
  const errors = errorsOf(truth, words);
  assert.ok(within(errors, 0.06) >= 0.8 && within(errors, 0.2) === 1, errors.map((each) => each.toFixed(2)).join());
  for (const [index, { at, end, start }] of words.entries()) {
    const before = words[index - 1];
    assert.ok(end > start && (before === undefined || at >= before.at + before.letters), 'they follow each other');
  }
});

test('a stretch is timed by itself, in the time of the video', async () => {
  const said = sayWords(CHINESE, { language: 'zh-CN', speed: 165 });
  const from = CHINESE.indexOf('现在');
  const first = said.words.find(({ at }) => at === from)?.start ?? 0;
  const source = await videoOf('stretch', said.samples);
  const words = await aligner.align(source, {
    ...{ text: CHINESE.slice(from), language: 'zh-CN', span: { start: first - 0.3, end: Infinity } },
  });
  assert.ok(Math.abs((words[0]?.start ?? 0) - first) < 0.1, `${words[0]?.start} instead of ${first}`);
});

test('what was found is known, and another text of the same video is not', async () => {
  const said = sayWords(CHINESE, { language: 'zh-CN' });
  const source = await videoOf('known', said.samples);
  const known = { text: CHINESE, language: 'zh-CN' };
  assert.equal(await aligner.recall(source, known), null);
  const words = await aligner.align(source, known);
  const { builds } = media.graph.statistics;
  assert.deepEqual(await aligner.align(source, known), words);
  assert.deepEqual(await aligner.recall(source, known), words);
  assert.equal(media.graph.statistics.builds, builds);
  assert.equal(await aligner.recall(source, { ...known, text: '别的' }), null);
});

test('what cannot be timed is refused by name of why', async () => {
  const source = await videoOf('silence', new Float32Array(3 * RATE));
  const mute = await sourceOf(
    await makeClip(media.runner, folder, '-f', 'lavfi', '-i', 'color=s=64x64:r=10:d=2', '-c:v', 'libx264', 'mute.mp4'),
  );
  const cases = [
    [source, { text: 'Kumusta', language: 'fil-PH' }, 'core:speech.language'],
    [source, { text: '……！', language: 'zh-CN' }, 'engines:align.no-words'],
    [mute, { text: CHINESE, language: 'zh-CN' }, 'engines:align.no-sound'],
    [source, { text: CHINESE, language: 'zh-CN', span: { start: 60, end: 70 } }, 'engines:align.no-speech'],
  ] as const;
  for (const [video, known, code] of cases) await assert.rejects(aligner.align(video, known), { code });
});

test('a text in a video where nobody was heard to speak is laid over all of it', async () => {
  const source = await videoOf('tune', music(6 * RATE, 2));
  const words = await aligner.align(source, { text: CHINESE, language: 'zh-CN' });
  assert.ok(words.every(({ start, end }) => start >= 0 && end <= 6.1));
});

test('who cancels is obeyed at once, and no process is left', async () => {
  const said = sayWords(ENGLISH.repeat(12), { language: 'en-US' });
  const source = await videoOf('long', said.samples);
  const cancelling = new AbortController();
  const running = () => childrenOf(process.pid, /aligner\/program/);
  const work = aligner.align(source, { text: ENGLISH.repeat(12), language: 'en-US', signal: cancelling.signal });
  work.catch(() => undefined);
  while (running().length === 0) await pause(20);
  await pause(100);
  cancelling.abort();
  await assert.rejects(work, { name: 'AbortError' });
  assert.deepEqual(running(), []);
});
