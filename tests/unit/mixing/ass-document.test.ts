import assert from 'node:assert/strict';
import { test } from 'node:test';

import { clipCaptions, DEFAULT_CAPTION_STYLE, captionStyleSchema } from '#plugins/mixing/captions.ts';
import { wrapCaption } from '#plugins/mixing/wrap-caption.ts';
import { assDocument } from '#plugins/mixing/server/captions/ass-document.ts';

const events = (document: string) => document.split('\n').filter((line) => line.startsWith('Dialogue:'));

test('lines break between words, and in Chinese not before a closing mark', () => {
  assert.deepEqual(wrapCaption('one two three four', 5), ['one two', 'three four']);
  const lines = wrapCaption('今天天气很好，我们去公园玩。', 6);
  assert.equal(lines.join(''), '今天天气很好，我们去公园玩。');
  assert.ok(
    lines.every((line) => !/^[，。]/.test(line)),
    lines.join('|'),
  );
});

test('a word without a place to break is broken anywhere, nothing is lost', () => {
  const word = 'abcdefghij'.repeat(5);
  const lines = wrapCaption(word, 6);
  assert.equal(lines.join(''), word);
  assert.ok(lines.length > 3);
});

test('line breaks of the text stay, empty lines go', () => {
  assert.deepEqual(wrapCaption('a\n\n  b  \n', 10), ['a', 'b']);
  assert.deepEqual(wrapCaption('   ', 10), []);
});

test('times, colours and places are written as ASS wants them', () => {
  const style = captionStyleSchema.parse({ color: '#123456', position: 0.5, font: 'A, B' });
  const document = assDocument([{ style, events: [{ start: 3661.239, end: 3662, text: 'x' }] }], 1080, 1920);
  assert.match(document, /Style: s0,A {2}B,[\d.]+,&H00563412,/);
  assert.deepEqual(events(document), [String.raw`Dialogue: 0,1:01:01.24,1:01:02.00,s0,,0,0,0,,{\an5\pos(540,960)}x`]);
});

test('no text can begin an override or an escape', () => {
  const [line = ''] = events(
    assDocument(
      [{ style: DEFAULT_CAPTION_STYLE, events: [{ start: 0, end: 1, text: String.raw`{\b1}\N\h{` }] }],
      1080,
      1920,
    ),
  );
  const text = line.slice(line.indexOf('}') + 1);
  assert.doesNotMatch(text.replaceAll('\\{', '').replaceAll('\\}', '').replaceAll('\\\u2060', ''), /[\\{}]/);
});

test('captions are cut to a stretch and moved into its time', () => {
  const track = {
    style: DEFAULT_CAPTION_STYLE,
    events: [
      { start: 1, end: 3, text: 'a' },
      { start: 4, end: 5, text: 'b' },
    ],
  };
  assert.deepEqual(clipCaptions(track, 2, 4).events, [{ start: 0, end: 1, text: 'a' }]);
  assert.deepEqual(clipCaptions(track, 0, 10).events, track.events);
  assert.deepEqual(clipCaptions(track, 3, 4).events, []);
});
