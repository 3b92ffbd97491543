import { expect, test } from '@rstest/core';

import { readSubtitleFile } from '#plugins/mixing/web/editor/settings/read-subtitle-file.ts';

const read = (...bytes: number[]): Promise<string> => readSubtitleFile(new Blob([new Uint8Array(bytes)]));

test('Chinese subtitles are read in whatever way they are written', async () => {
  expect(await readSubtitleFile(new Blob(['海港']))).toBe('海港');
  // GBK.
  expect(await read(0xba, 0xa3, 0xb8, 0xdb)).toBe('海港');
  // UTF-16 with its mark, both ways round.
  expect(await read(0xff, 0xfe, 0x77, 0x6d, 0x2f, 0x6e)).toBe('海港');
  expect(await read(0xfe, 0xff, 0x6d, 0x77, 0x6e, 0x2f)).toBe('海港');
});
