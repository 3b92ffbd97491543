import assert from 'node:assert/strict';
import { test } from 'node:test';

import { dubbingParts, mostHurry, partAt, tooLong } from '#plugins/mixing/dubbing.ts';

const TEXT = '今天下单包邮。\n还送杯子。\n\n \n半分钟烧开水。\n\n';
const dubbing = { text: TEXT, language: 'zh-CN', volume: 1, speed: 1, tone: 0 };

test('a text is said as a whole, or its paragraphs take turns where they are dealt out', () => {
  assert.deepEqual(dubbingParts(dubbing), [TEXT]);
  assert.deepEqual(partAt(dubbing, 7), { part: 0, dubbing });
  const dealt = { ...dubbing, dealt: true };
  assert.deepEqual(
    [0, 1, 2, 3].map((place) => [partAt(dealt, place)?.part, partAt(dealt, place)?.dubbing.text]),
    [
      [0, '今天下单包邮。\n还送杯子。'],
      [1, '半分钟烧开水。'],
      [0, '今天下单包邮。\n还送杯子。'],
      [1, '半分钟烧开水。'],
    ],
  );
  assert.deepEqual([partAt({ ...dealt, text: ' \n\n ' }, 1), partAt(null, 0)], [null, null]);
});

test('no text is hurried beyond 1.15 times the pace of its voice, and what is chosen faster is not hurried at all', () => {
  assert.deepEqual([mostHurry(1), mostHurry(0.5), mostHurry(1.1).toFixed(3), mostHurry(1.5)], [1.15, 1.15, '1.045', 1]);
  const said = { text: 'a'.repeat(115), speed: 1 };
  assert.equal(tooLong(said, { spoken: 11.5, video: 10 }), null);
  assert.deepEqual(tooLong(said, { spoken: 12.5, video: 10 }), { speech: '12.5', video: '10.0', most: 105 });
  assert.deepEqual(tooLong({ ...said, speed: 1.5 }, { spoken: 11.5, video: 10 })?.most, 100);
});
