import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { LANGUAGES } from '#core/contract/languages.ts';
import { createEspeakSpeech } from '#plugins/engines/server/espeak/espeak-speech.ts';
import type { SpeechProvider } from '#core/server/services/providers/speech.ts';

let folder: string;
let speech: SpeechProvider;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reelport-speech-'));
  speech = await createEspeakSpeech();
});
after(() => rm(folder, { recursive: true }));

/** Seconds and loudness (root mean square, 0 to 1) of a 16-bit mono WAV file. */
async function listen(path: string): Promise<{ seconds: number; loudness: number }> {
  const wav = await readFile(path);
  assert.equal(wav.toString('latin1', 0, 4), 'RIFF');
  assert.equal(wav.toString('latin1', 8, 12), 'WAVE');
  const rate = wav.readUInt32LE(24);
  const samples = new Int16Array(wav.buffer, wav.byteOffset + 44, Math.floor((wav.length - 44) / 2));
  const sum = samples.reduce((total, sample) => total + (sample / 32768) ** 2, 0);
  return { seconds: samples.length / rate, loudness: Math.sqrt(sum / samples.length) };
}

async function speak(text: string, language: string, options: { speed?: number; tone?: number } = {}) {
  const path = join(folder, `${crypto.randomUUID()}.wav`);
  await speech.speak({ text, language, speed: options.speed ?? 1, tone: options.tone ?? 0 }, path);
  return listen(path);
}

const SENTENCES: Record<string, string> = {
  'zh-CN': '把一堆素材变成五十条视频。',
  'ja-JP': 'みなと から ふね が でます。',
  'ko-KR': '배가 항구를 떠납니다.',
  'th-TH': 'เรือออกจากท่าเรือ',
  'ar-SA': 'السفينة تغادر الميناء',
  'ru-RU': 'Корабль выходит из порта.',
  'hi-IN': 'जहाज बंदरगाह से निकलता है।',
  'bn-BD': 'জাহাজ বন্দর ছাড়ছে।',
  'he-IL': 'האונייה עוזבת את הנמל',
  'el-GR': 'Το πλοίο φεύγει από το λιμάνι.',
  'uk-UA': 'Корабель виходить з порту.',
};

test('every language with a voice is spoken audibly', async () => {
  const languages = await speech.languages();
  assert.equal(languages.length, LANGUAGES.length - 1);
  for (const tag of languages) {
    const { seconds, loudness } = await speak(SENTENCES[tag] ?? 'The ship leaves the port, ma 12 e 3.', tag);
    assert.ok(seconds > 0.5, `${tag}: ${seconds} s`);
    assert.ok(loudness > 0.01, `${tag}: ${loudness}`);
  }
});

test('Chinese characters are read, not spelled out as symbols', async () => {
  const short = await speak('港口', 'zh-CN');
  const long = await speak('港口里有很多很多的集装箱', 'zh-CN');
  assert.ok(long.seconds > short.seconds * 2);
  assert.ok(long.seconds < 6, `${long.seconds} s for twelve syllables`);
});

test('a higher speed makes it shorter', async () => {
  const text = 'A pile of clips becomes fifty videos, no two alike.';
  const slow = await speak(text, 'en-US', { speed: 0.5 });
  const own = await speak(text, 'en-US');
  const fast = await speak(text, 'en-US', { speed: 2 });
  assert.ok(slow.seconds > own.seconds * 1.3);
  assert.ok(fast.seconds < own.seconds / 1.3);
});

test('the tone changes the sound', async () => {
  const low = join(folder, 'low.wav');
  const high = join(folder, 'high.wav');
  await speech.speak({ text: 'harbour', language: 'en-US', speed: 1, tone: -1 }, low);
  await speech.speak({ text: 'harbour', language: 'en-US', speed: 1, tone: 1 }, high);
  assert.notDeepEqual(await readFile(low), await readFile(high));
});

test('the same request sounds the same', async () => {
  const first = join(folder, 'first.wav');
  const second = join(folder, 'second.wav');
  for (const path of [first, second])
    await speech.speak({ text: 'harbour', language: 'en-US', speed: 1, tone: 0 }, path);
  assert.deepEqual(await readFile(first), await readFile(second));
});

test('a language without a voice is refused by name', async () => {
  const request = { text: 'Kumusta', language: 'fil-PH', speed: 1, tone: 0 };
  await assert.rejects(speech.speak(request, join(folder, 'no.wav')), {
    code: 'core:speech.language',
    params: { language: 'fil-PH' },
  });
  await assert.rejects(speech.speak({ ...request, language: 'xx' }, join(folder, 'no.wav')), {
    code: 'core:speech.language',
  });
});

test('kanji are read as they are said, and what nobody can read is refused', async () => {
  const bytes = async (text: string) => {
    const path = join(folder, `${crypto.randomUUID()}.wav`);
    await speech.speak({ text, language: 'ja-JP', speed: 1, tone: 0 }, path);
    return await readFile(path);
  };
  // Compared by themselves: a difference of sounds would be printed for minutes.
  assert.ok((await bytes('私は東京へ行きます。')).equals(await bytes('ワタシワ トーキョーエ イキマス。')));
  assert.ok(!(await bytes('港を出る')).equals(await bytes('港を出た')));
  await assert.rejects(bytes('港 龘'), { code: 'core:speech.kana-only' });
});

test('text without anything to say is refused', async () => {
  for (const text of ['', '  \n', '…!?', '\0']) {
    await assert.rejects(speech.speak({ text, language: 'en-US', speed: 1, tone: 0 }, join(folder, 'no.wav')), {
      code: 'core:speech.empty',
    });
  }
});

test('every language has a male and a female voice, and others are refused', async () => {
  const said = async (language: string, voice?: string) => {
    const path = join(folder, `${crypto.randomUUID()}.wav`);
    await speech.speak({ text: SENTENCES[language] ?? 'Kapal, port, 12.', language, speed: 1, tone: 0, voice }, path);
    return createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  };
  for (const language of await speech.languages()) {
    const voices = (await speech.voices?.(language)) ?? [];
    const sexes = voices.map(({ sex }) => sex);
    assert.deepEqual(sexes, ['male', 'female']);
    const [usual, male, female] = await Promise.all(
      [undefined, 'male', 'female'].map((voice) => said(language, voice)),
    );
    assert.equal(male, usual, language);
    assert.notEqual(female, usual, language);
  }
  await assert.rejects(said('en-US', 'toString'), { code: 'core:speech.voice' });
});

test('the text is never taken as options or phonemes of the program', async () => {
  const plain = await speak('-w /etc/passwd --help', 'en-US');
  assert.ok(plain.seconds > 1);
  const brackets = await speak('[[aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b b b]] end', 'en-US');
  assert.ok(brackets.seconds > 1);
});

test('a cancel stops it and leaves no file', async () => {
  const empty = await mkdtemp(join(folder, 'cancel-'));
  const controller = new AbortController();
  const text = 'A very long speech about the harbour. '.repeat(3000);
  const speaking = speech.speak(
    { text, language: 'en-US', speed: 1, tone: 0 },
    join(empty, 'no.wav'),
    controller.signal,
  );
  controller.abort();
  await assert.rejects(speaking, { name: 'AbortError' });
  assert.deepEqual(await readdir(empty), []);
});

test('a folder that is not there is a failure, not silence', async () => {
  const request = { text: 'harbour', language: 'en-US', speed: 1, tone: 0 };
  await assert.rejects(speech.speak(request, join(folder, 'no-such-folder', 'a.wav')), { code: 'core:speech.failed' });
});

test('a missing program says what to install', async () => {
  await assert.rejects(createEspeakSpeech({ path: '/no/such/espeak' }), { code: 'core:speech.missing' });
});

test('the version names the program and its release', () => {
  assert.match(speech.version, /^espeak-ng \d+\.\d+/);
});
