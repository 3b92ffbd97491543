import { afterEach, expect, test } from '@rstest/core';

import { createStorage } from '#core/web/storage/create-storage.ts';

afterEach(() => localStorage.clear());

test('values come back, also in another page, until they are removed', () => {
  const storage = createStorage();
  storage.write('a', { list: [1, null] });
  expect(createStorage().read('a')).toEqual({ list: [1, null] });
  storage.remove('a');
  expect(storage.read('a')).toBe(undefined);
});

test('a plugin sees only its own', () => {
  const storage = createStorage();
  storage.forPlugin('mixing').write('a', 1);
  storage.forPlugin('voice').write('a', 2);
  expect([storage.forPlugin('mixing').read('a'), storage.read('a')]).toEqual([1, undefined]);
});

test('without storage, or with a full one, values last as long as the page', () => {
  const full = {
    getItem: () => null,
    removeItem: () => undefined,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError');
    },
  } as unknown as Storage;
  const forbidden = (): Storage => {
    throw new DOMException('no', 'SecurityError');
  };
  for (const open of [forbidden, () => full]) {
    const storage = createStorage(open);
    storage.write('a', 1);
    expect(storage.read('a')).toBe(1);
    storage.remove('a');
    expect(storage.read('a')).toBe(undefined);
  }
});

test('what somebody else wrote there and is no JSON is as good as nothing', () => {
  localStorage.setItem('a', '{broken');
  expect(createStorage().read('a')).toBe(undefined);
});

test('undefined is no value', () => {
  expect(() => createStorage().write('a', undefined)).toThrow(TypeError);
});

test('a plugin is told the keys of its own part, those that only memory holds among them', () => {
  const storage = createStorage();
  storage.write('language', 'zh');
  storage.forPlugin('mixing').write('a', 1);
  storage.forPlugin('mixing').write('b.c', 2);
  storage.forPlugin('mixing-more').write('d', 3);
  expect(storage.forPlugin('mixing').keys().toSorted()).toEqual(['a', 'b.c']);
  const forbidden = createStorage(() => {
    throw new DOMException('forbidden', 'SecurityError');
  });
  forbidden.forPlugin('mixing').write('e', 4);
  expect(forbidden.forPlugin('mixing').keys()).toEqual(['e']);
});
