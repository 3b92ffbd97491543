import assert from 'node:assert/strict';
import { test } from 'node:test';

import { compareHeard } from '#plugins/translation/server/dubbing/heard-words.ts';

const missing = (text: string, heard: string, language: string) => compareHeard(text, heard, language).missing;

test('signs, capitals, accents, spaces and split words make no difference', () => {
  const whole = { found: 1, missing: [] };
  assert.deepEqual(compareHeard('Free shipping, today!', 'free shipping today', 'en-US'), whole);
  assert.deepEqual(compareHeard("It's a well-known café.", 'Its a wellknown cafe', 'en-US'), whole);
  assert.deepEqual(compareHeard('Heute versandkostenfrei', 'heute versand kosten frei', 'de-DE'), whole);
  assert.deepEqual(compareHeard('今天下单，全国包邮。', '今天下单全国包邮', 'zh-CN'), whole);
  assert.deepEqual(compareHeard('오늘 무료 배송', '오늘 무료배송', 'ko-KR'), whole);
  assert.deepEqual(compareHeard('الشحنُ مجانيٌّ', 'الشحن مجاني', 'ar-SA'), whole);
});

test('words that are not heard are named, wherever they stand', () => {
  const text = 'It boils in half a minute and never burns your fingers.';
  assert.deepEqual(compareHeard(text, 'It boils in half a minute', 'en-US'), {
    ...{ found: 0.54, missing: ['and', 'never', 'burns', 'your', 'fingers'] },
  });
  assert.deepEqual(missing(text, 'boils in half a minute and never your fingers', 'en-US'), ['It', 'burns']);
  assert.deepEqual(missing('半分钟烧开半升水', '半分钟半升水', 'zh-CN'), ['烧', '开']);
  assert.deepEqual(missing('วันนี้ส่งฟรี', '', 'th-TH').join(''), 'วันนี้ส่งฟรี');
  assert.deepEqual(compareHeard('Order now', '', 'en-US'), { found: 0, missing: ['Order', 'now'] });
});

test('what is heard otherwise is not missing, and is not found', () => {
  assert.deepEqual(compareHeard('Two cups are inside', 'Two caps are inside', 'en-US'), { found: 1, missing: [] });
  assert.deepEqual(compareHeard('今天下单', '今天下楼', 'zh-CN'), { found: 0.75, missing: [] });
  const other = compareHeard('Free shipping on every order', 'gratis bezorging vandaag', 'en-US');
  assert.ok(other.found < 0.5, `${other.found} of another text is found`);
});

test('Chinese letters that sound alike are heard, also in a traditional transcript', () => {
  const whole = { found: 1, missing: [] };
  assert.deepEqual(compareHeard('他今天下单', '她今天下单', 'zh-CN'), whole);
  assert.deepEqual(compareHeard('这个电热水壶免运费发货', '這個電熱水壺免運費發貨', 'zh-CN'), whole);
  assert.deepEqual(missing('这个电热水壶免运费发货', '這個電熱水壺發貨', 'zh-CN'), ['免', '运', '费']);
  const other = compareHeard('这个电热水壶免运费发货', '歡迎來到我們直播間看看', 'zh-CN');
  assert.ok(other.found < 0.5, `${other.found} of another text is found`);
});

test('numbers count in digits and spelt, and kana as the kanji that they are', () => {
  assert.deepEqual(missing('Ready in thirty-five seconds.', 'Ready in 35 seconds', 'en-US'), []);
  assert.deepEqual(missing('Only 25 euros', 'Only twenty five euros', 'en-US'), []);
  assert.deepEqual(missing('三十秒烧开', '30秒烧开', 'zh-CN'), []);
  assert.deepEqual(missing('みずが わきます', '水が沸きます', 'ja-JP'), []);
  assert.deepEqual(missing('Only 25 euros', 'Only euros', 'en-US'), ['25']);
});

test('a text of which nothing can be heard is whole', () => {
  assert.deepEqual(compareHeard('…', 'hm', 'en-US'), { found: 1, missing: [] });
});
