import { expect, test } from '@rstest/core';

import { playerInput } from '#core/web/player/player-input.ts';

test('an address is a single video, and gets https:// where it has no scheme', () => {
  expect(playerInput('example.com/a.mp4')).toEqual({
    mode: 'single',
    items: [{ url: 'https://example.com/a.mp4' }],
    sound: null,
  });
  expect(playerInput('HTTP://example.com/a.mp4')?.items[0]?.url).toBe('HTTP://example.com/a.mp4');
  expect(playerInput('//example.com/a.mp4')?.items[0]?.url).toBe('https://example.com/a.mp4');
});

test('addresses of this site and of the page itself stay as they are', () => {
  expect(playerInput('/files/a.mp4?sign=1')?.items[0]?.url).toBe('/files/a.mp4?sign=1');
  expect(playerInput('blob:https://example.com/1')?.items[0]?.url).toBe('blob:https://example.com/1');
});

test('a list of type 1 plays in order beside its sound, one of type 2 side by side without', () => {
  const list = [{ url: 'a.com/1.mp4', duration: 2 }, { url: 'a.com/2.mp4' }];
  expect(playerInput({ type: 1, list, sound: 'a.com/s.mp3' })).toEqual({
    mode: 'sequence',
    items: [{ url: 'https://a.com/1.mp4', duration: 2 }, { url: 'https://a.com/2.mp4' }],
    sound: 'https://a.com/s.mp3',
  });
  expect(playerInput({ type: 2, list, sound: 'a.com/s.mp3' })).toMatchObject({ mode: 'parallel', sound: null });
});

test.each([
  undefined,
  null,
  '',
  '  ',
  7,
  [],
  {},
  { type: 3, list: [{ url: 'a' }] },
  { type: 1, list: [] },
  { type: 1, list: 'a' },
  { type: 1, list: [{}] },
  { type: 2, list: [{ url: '' }] },
  { type: 1, list: [{ url: 'a' }], sound: 5 },
])('anything else is not played: %j', (data) => {
  expect(playerInput(data)).toBe(null);
});

test('a duration that is none is not believed', () => {
  expect(playerInput({ type: 2, list: [{ url: 'a.com', duration: -1 }] })?.items).toEqual([{ url: 'https://a.com' }]);
});
