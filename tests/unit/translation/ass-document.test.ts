import assert from 'node:assert/strict';
import { test } from 'node:test';

import { escapeAss, unescapeAss } from '#core/contract/timed-text/ass-text.ts';
import { readAss } from '#core/contract/timed-text/ass.ts';
import { PRESET_IDS } from '#plugins/translation/subtitle-presets.ts';
import { subtitleStyleSchema } from '#plugins/translation/subtitle-style.ts';
import { assDocument, type AssEvent } from '#plugins/translation/server/export/ass-document.ts';
import { apart } from '#plugins/translation/server/export/text-track.ts';

const PICTURE = { width: 1080, height: 1920, matrix: 'bt709', isFullRange: false } as const;
const NASTY = [
  ...[
    '{\\pos(0,0)}x',
    '\\N\\n\\h',
    '{',
    '}',
    '\\',
    '\\\\{',
    '{\\p1}m 0 0 l 9 9{\\p0}',
    'a\\{b\\}c',
    '}{\\fs200',
    '\\{\\b1}',
  ],
  ...[
    'Dialogue: 0,0:00:00.00,9:00:00.00,main,,0,0,0,,x',
    'a\nDialogue: 0,0,0',
    '\r\n[Script Info]',
    '<b>{}</b>',
    '&H00',
    ',',
  ],
];

const event = (text: string, more: Partial<AssEvent['cue']> = {}): AssEvent => ({
  ...{ cue: { start: 0, end: 2000, text, second: '', words: [], ...more }, from: 0, to: 2000 },
  at: (moment) => moment,
});
const looks = (style: object = {}) => ({
  ...{ language: 'en-US', second: 'zh-CN', style: subtitleStyleSchema.parse(style) },
});
const linesOf = (document: string) => document.split('\n').filter((line) => line.startsWith('Dialogue'));

test('whatever a text says is one line that overrides nothing, and is read as it was written', () => {
  for (const text of NASTY) {
    const shown = escapeAss(text);
    assert.ok(!/[\r\n]/.test(shown), text);
    assert.ok(!/(?<!\\)[{}]/.test(shown), `${text} → ${shown}`);
    assert.equal(unescapeAss(shown), text.replaceAll(/\r\n?/g, '\n'), text);
    for (const preset of PRESET_IDS) {
      const document = assDocument([event(text, { second: text })], looks({ preset }), PICTURE);
      assert.equal(linesOf(document).length, 1);
      const { cues } = readAss(document);
      const wanted = text.replaceAll(/\s+/g, '');
      assert.equal(cues[0]?.text.replaceAll(/\s+/g, ''), wanted + wanted, `${preset}: ${text}`);
    }
  }
});

test('words take their colour when they are spoken, and a text that was changed since is shown whole', () => {
  const words = [
    { start: 200, end: 700, text: 'Free' },
    { start: 900, end: 1500, text: '{now}' },
  ];
  const [line = ''] = linesOf(assDocument([event('Free {now}!', { words })], looks({ preset: 'karaoke' }), PICTURE));
  assert.ok(line.endsWith('{\\k20}{\\kf50}Free{\\k20} {\\kf60}\\{now\\}!'), line);
  assert.ok(line.includes(',sung,'));
  const [changed = ''] = linesOf(assDocument([event('Gratis', { words })], looks({ preset: 'karaoke' }), PICTURE));
  assert.ok(changed.endsWith('Gratis'));
  const [plain = ''] = linesOf(assDocument([event('Free {now}!', { words })], looks(), PICTURE));
  assert.ok(plain.endsWith(',,Free \\{now\\}!'), plain);
});

test('long lines break where readers expect it, and subtitles stay off what a platform draws over the video', () => {
  const long = 'Order today and we bring everything to your door without any cost for you at all';
  const [line = ''] = linesOf(assDocument([event(long)], looks(), PICTURE));
  assert.ok(line.split('\\N').length >= 2);
  const style = (own: object) =>
    assDocument([event('x')], looks(own), PICTURE)
      .split('\n')
      .find((each) => each.startsWith('Style: main'));
  const fields = (own: object) => style(own)?.split(',').slice(-5) ?? [];
  assert.deepEqual(fields({ safeArea: 'tiktok' }), ['2', '140', '140', '384', '-1']);
  assert.deepEqual(fields({ safeArea: 'tiktok', place: 'top' }), ['8', '140', '140', '173', '-1']);
  assert.deepEqual(fields({ place: 'middle' }), ['5', '54', '54', '0', '-1']);
});

test('texts that are shown at once are one text of a track, and none is longer than it is shown', () => {
  const spans = [
    { start: 0, end: 1000, text: 'a' },
    { start: 500, end: 1500, text: 'b' },
    { start: 2000, end: 2500, text: 'c' },
  ];
  assert.deepEqual(apart(spans), [
    { start: 0, end: 500, text: 'a' },
    { start: 500, end: 1000, text: 'a\nb' },
    { start: 1000, end: 1500, text: 'b' },
    { start: 2000, end: 2500, text: 'c' },
  ]);
});
