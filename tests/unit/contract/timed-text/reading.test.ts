import assert from 'node:assert/strict';
import { test } from 'node:test';

import { breakLines, readingSpeed, readLength, warningsOf } from '#core/contract/timed-text/reading.ts';
import { sentencesOf } from '#core/contract/timed-text/sentences.ts';

import { chance } from './chance.ts';

const FRAME = 1000 / 30;

test('sentences end where readers see an end, not after abbreviations, initials and numbers', () => {
  const cases: [string, string[]][] = [
    ['en', ['Dr. Smith paid $3.50 to J. R. Brown, e.g. at 5 p.m. on Mon. the 3rd.', 'Really?', '“Yes!”', 'OK.']],
    ['de', ['Das kostet z. B. 3,50 €, d. h. ca. 4 $.', 'Hr. Meyer kommt.']],
    ['fr', ['M. Dupont et Mme. Roux arrivent.', 'Voilà !']],
    ['zh', ['今天全场包邮！', '只要9.9元。', '“真的吗？”', '真的。']],
    ['ja', ['送料無料です。', '本当？']],
    ['ar', ['الشحن مجاني اليوم.', 'هل تريد؟']],
    ['hi', ['आज मुफ़्त डिलीवरी।', 'जल्दी करें!']],
    ['ru', ['Скидка 50 % и т. д. только сегодня.', 'Да!']],
  ];
  for (const [language, sentences] of cases) {
    const joint = ['zh', 'ja'].includes(language) ? '' : ' ';
    assert.deepEqual(sentencesOf(sentences.join(joint), language), sentences, language);
  }
});

test('Thai is parted at spaces between its words, not around the sign of repetition', () => {
  assert.deepEqual(sentencesOf('วันนี้ส่งฟรีทุกชิ้นเลยค่ะ รีบสั่งก่อนของหมดนะคะ ดีมาก ๆ เลย', 'th'), [
    'วันนี้ส่งฟรีทุกชิ้นเลยค่ะ',
    'รีบสั่งก่อนของหมดนะคะ ดีมาก ๆ เลย',
  ]);
});

test('lines break behind signs and between words, never before a sign that closes', () => {
  assert.deepEqual(breakLines('今天全场商品一律包邮，限时三天不要错过', 'zh'), [
    '今天全场商品一律包邮，',
    '限时三天不要错过',
  ]);
  assert.deepEqual(breakLines('Free shipping on every order, but only until Sunday night', 'en'), [
    'Free shipping on every order,',
    'but only until Sunday night',
  ]);
  for (const [language, text] of [
    ['zh', '这款（限量版）保温杯“真的很好用”，装满热水过了一整夜，第二天早上还是烫的！价格只要九块九。'],
    ['th', 'แก้วเก็บความร้อนใบนี้เก็บอุณหภูมิได้ทั้งคืน เช้าขึ้นมาน้ำยังร้อนอยู่เลยค่ะ ดีมาก ๆ'],
    ['ja', 'このマグカップは一晩中温かいままで、朝になってもまだ熱いんです。「すごい」ですよね。'],
    ['en', `See https://example.test/${'long'.repeat(30)} for more (really).`],
  ] as const) {
    const most = language === 'en' ? 42 : language === 'th' ? 35 : 16;
    const lines = breakLines(text, language);
    assert.ok(lines.length > 1, language);
    for (const line of lines) {
      assert.ok(readLength(line) <= most + 1, `${language}: ${line}`);
      assert.doesNotMatch(line, /^[，。！？、；：）」』”\])ๆฯ]/u, language);
      assert.doesNotMatch(line, /[（「『“([]$/u, language);
    }
    assert.equal(lines.join('').replaceAll(/\s/g, ''), text.replaceAll(/\s/g, ''), language);
  }
});

test('no letter is lost or parted from its marks by breaking lines, whatever the text', () => {
  for (let seed = 1; seed <= 100; seed += 1) {
    const { below, one } = chance(seed);
    const text = Array.from({ length: below(120) }, () =>
      one([...'ab ，。(“”)', 'é', '👨‍👩‍👧', 'नि', 'กี่', '包', '邮']),
    ).join('');
    const lines = breakLines(text, one(['zh', 'en', 'th']), 10);
    assert.equal(lines.join('').replaceAll(/\s/g, ''), text.replaceAll(/\s/g, ''), `${seed}`);
    for (const line of lines) assert.doesNotMatch(line, /^\p{M}/u, `${seed}`);
  }
});

test('warnings say what readers stumble over, at its limit and not before', () => {
  const warn = (cue: { start: number; end: number; text: string }, end?: number) =>
    warningsOf(cue, { language: 'zh', frame: FRAME, ...(end === undefined ? {} : { before: { end } }) });
  assert.deepEqual(warn({ start: 101, end: 1101, text: '九个字一秒刚好读完' }), []);
  assert.deepEqual(warn({ start: 101, end: 1101, text: '十个字一秒就读不完了' }), ['fast']);
  assert.deepEqual(warn({ start: 200, end: 9_000, text: '一二三四五六七八九十一二三四五六\n短' }), []);
  assert.deepEqual(warn({ start: 200, end: 9_000, text: '短\n一二三四五六七八九十一二三四五六七' }), ['long-line']);
  assert.deepEqual(warn({ start: 100, end: 2_000, text: '早' }), ['early']);
  assert.deepEqual(warn({ start: 1_000, end: 2_000, text: '叠' }, 1_001), ['overlap']);
  assert.deepEqual(warn({ start: 1_000, end: 2_000, text: '连' }, 1_000), []);
  assert.deepEqual(warn({ start: 1_000, end: 2_000, text: '隔' }, 960), ['gap']);
  assert.deepEqual(warn({ start: 1_000, end: 2_000, text: '两帧' }, 933), []);
});

test('a letter is what readers see, not what computers count', () => {
  assert.equal(readLength('👨‍👩‍👧é\u200Fกี่\nनि'), 4);
  assert.equal(readingSpeed({ start: 0, end: 500, text: 'ab' }), 4);
});
