import { expect, test } from '@rstest/core';

import { createScope } from '#core/web/create-scope.ts';
import { answer, RecordedToasts, ScriptedHttp, type Answer } from '#core/web/testing/index.ts';
import { DEFAULT_CAPTION_STYLE } from '#plugins/mixing/captions.ts';
import { findCaptionFonts, readCaptionFont } from '#plugins/mixing/calls.ts';
import type { FontShelf } from '#plugins/mixing/web/editor/store/font-shelf.ts';
import { PreviewFonts } from '#plugins/mixing/web/editor/store/PreviewFonts.ts';
import { canvasFont, faceKey } from '#plugins/mixing/web/preview/caption-fonts.ts';
import { until } from '#tests/until.ts';

const KEY = faceKey(DEFAULT_CAPTION_STYLE);
const LETTERS = { id: 'a'.repeat(64), ranges: 'U+20-7E' };
const FOUND = { faces: [{ id: 'f1', weight: 700, parts: [LETTERS] }], kept: [] };

function setUp(calls: readonly Answer[]) {
  const added: string[] = [];
  const shelf: FontShelf = {
    add(family, _font, { unicodeRange }) {
      added.push(`${family} ${unicodeRange}`);
      return Promise.resolve(() => void added.splice(0));
    },
  };
  const http = new ScriptedHttp([...calls, answer(readCaptionFont, { font: 'AAAA' })], new RecordedToasts());
  const scope = createScope('test');
  const fonts = new PreviewFonts(scope, http, shelf);
  const want = (...texts: string[]) => fonts.want([{ style: DEFAULT_CAPTION_STYLE, texts }]);
  return { fonts, want, added, http, scope };
}

test('what a text needs is fetched once, drawn with, and let go of with the editor', async () => {
  const { fonts, want, added, http, scope } = setUp([answer(findCaptionFonts, FOUND)]);
  expect(canvasFont(DEFAULT_CAPTION_STYLE, 20, fonts.loaded)).toMatch(/^bold 20px "Noto Sans CJK SC", /);
  want('', ' ');
  want('Port');
  await until(() => fonts.loaded[KEY] !== undefined);
  expect(canvasFont(DEFAULT_CAPTION_STYLE, 20, fonts.loaded)).toMatch(/^bold 20px reelport-f1, "Noto Sans CJK SC", /);
  expect(added).toEqual(['reelport-f1 U+20-7E']);
  const asked = () => http.callsOf(findCaptionFonts).map(({ body }) => body);
  expect(asked()).toEqual([{ font: 'Noto Sans CJK SC', bold: true, characters: ' Port' }]);
  const before = fonts.loaded;
  want('Port', 'Sport');
  await until(() => fonts.loaded !== before);
  expect(asked().at(-1)).toEqual({ font: 'Noto Sans CJK SC', bold: true, characters: 'Sp' });
  // The part was there already.
  expect(added).toEqual(['reelport-f1 U+20-7E']);
  await scope.dispose();
  expect(added).toEqual([]);
});

test('what cannot be had is said, and asked for again with the next text', async () => {
  const { fonts, want, scope } = setUp([]);
  want('Port');
  await until(() => fonts.kept.size > 0);
  expect([...fonts.kept]).toEqual([...'Port'].map((one) => [one, 'Noto Sans CJK SC']));
  expect(fonts.loaded).toEqual({});
  await scope.dispose();

  const kept = [{ name: 'ArialMT', characters: 'Po' }];
  const other = setUp([answer(findCaptionFonts, { ...FOUND, kept })]);
  other.want('Port');
  await until(() => other.fonts.loaded[KEY] !== undefined);
  expect([...other.fonts.kept]).toEqual([
    ['P', 'ArialMT'],
    ['o', 'ArialMT'],
  ]);
  await other.scope.dispose();
});
