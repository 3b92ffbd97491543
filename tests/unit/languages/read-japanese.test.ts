import assert from 'node:assert/strict';
import { test } from 'node:test';

import { readJapanese } from '#plugins/engines/server/japanese/read-japanese.ts';

const said = async (text: string): Promise<string> => (await readJapanese(text)).kana.join('');

test('kanji are read as they are said, particles with their words and as they sound', async () => {
  assert.equal(await said('私は東京へ行きます。'), 'ワタシワ トーキョーエ イキマス。');
  assert.equal(await said('送料無料！明日届きます'), 'ソーリョー ムリョー！ アシタ トドキマス');
});

test('numbers stay digits for the voice, months are no moons, and people are counted as people', async () => {
  assert.equal(await said('2025年3月5日に１２３円'), '2025ネン 3ガツ 5ニチニ 123エン');
  assert.equal(await said('一人で二人分'), 'ヒトリデ フタリブン');
});

test('Latin letters, line breaks, half-width kana and signs that stand for a word are kept or read', async () => {
  assert.equal(await said('Reelport A-1です。\n〇〇さん、ｱｲｳ'), 'Reelport A-1です。\nマルマルサン、 アイウ');
  assert.equal(await said(''), '');
});

test('each letter of a reading knows for what it stands, also behind letters of four bytes', async () => {
  const text = '😀 東京\n明日';
  const { kana, from, to } = await readJapanese(text);
  const letters = [...text];
  const standsFor = (sound: string): string => {
    const at = kana.join('').indexOf(sound) - 1;
    return letters.slice(from[at], to[at]).join('');
  };
  assert.deepEqual([standsFor('トーキョー'), standsFor('アシタ')], ['東京', '明日']);
  assert.deepEqual([kana.length, from.length], [to.length, to.length]);
});

test('what nobody can read stays where it was, and is told', async () => {
  const read = await readJapanese('港 龘々 时间');
  assert.deepEqual([read.isWhole, /ミナト.*龘/.test(read.kana.join(''))], [false, true]);
  assert.equal((await readJapanese('港')).isWhole, true);
});
