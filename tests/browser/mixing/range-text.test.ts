import { expect, test } from '@rstest/core';

import { FakeI18n } from '#core/web/testing/index.ts';
import { bytesText, durationText } from '#plugins/mixing/web/parts/range-text.ts';

const t = (key: string, { count }: { count?: unknown } = {}): string =>
  `${String(count)} ${key.slice('mixing:about-'.length)}`;

test('a range is told from least to most, and as one number where it is narrow', () => {
  const said = (least: number, most: number) => durationText({ least, most }, t);
  expect(said(18, 54)).toBe('18–54 seconds');
  expect(said(28, 32)).toBe('30 seconds');
  expect(said(0.1, 0.4)).toBe('1 seconds');
  expect(said(40, 360)).toBe('0.5–6 minutes');
  expect(said(600, 660)).toBe('10 minutes');
  expect(said(3600, 10_800)).toBe('1–3 hours');
  const i18n = new FakeI18n();
  expect(bytesText({ least: 100e6, most: 300e6 }, i18n)).toBe(`${i18n.bytes(100e6)}–${i18n.bytes(300e6)}`);
  expect(bytesText({ least: 100e6, most: 100e6 }, i18n)).toBe(i18n.bytes(100e6));
});
