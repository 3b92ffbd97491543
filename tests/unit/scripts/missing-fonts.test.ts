import assert from 'node:assert/strict';
import { test } from 'node:test';

import { LANGUAGES } from '#core/contract/languages.ts';

import { languagesWithoutFont, RARE } from '../../../scripts/missing-fonts.mjs';

test('a start names the languages of subtitles that no font has the letters of', () => {
  const latin = ':lang=en|fr|ru|uk|el|vi|zh-cn\n:lang=ar|he\n';
  assert.deepEqual(languagesWithoutFont(latin), ['th', 'hi', 'bn']);
  assert.deepEqual(languagesWithoutFont(`${latin}:lang=th\n:lang=hi|mr|ne\n:lang=bn\n`), []);
  assert.deepEqual(languagesWithoutFont(''), [], 'where there is no fontconfig, nothing is said');
});

test('it calls them as the pages do', () => {
  for (const [code, names] of Object.entries(RARE)) {
    const known = LANGUAGES.find(({ tag }) => tag.split('-')[0] === code);
    assert.deepEqual(names, { zh: known?.zh, en: known?.en }, code);
  }
});
