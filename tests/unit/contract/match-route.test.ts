import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bestMatch, matchRoute } from '#core/contract/match-route.ts';

test('a pattern takes its parts out of a path', () => {
  assert.deepEqual(matchRoute('/mixedCut/edit/:id', '/mixedCut/edit/7'), { id: '7' });
  assert.deepEqual(matchRoute('/material/music/:id?', '/material/music'), {});
  assert.deepEqual(matchRoute('/material/music/:id?', '/material/music/a%2Fb'), { id: 'a/b' });
  assert.deepEqual(matchRoute('/safe', '/SAFE/'), {});
});

test('a path with more, fewer or other parts does not match', () => {
  assert.equal(matchRoute('/mixedCut/edit/:id', '/mixedCut/edit'), undefined);
  assert.equal(matchRoute('/mixedCut/edit/:id', '/mixedCut/edit/7/8'), undefined);
  assert.equal(matchRoute('/safe', '/unsafe'), undefined);
  assert.equal(matchRoute('/', '/safe'), undefined);
});

test('a part that is no valid encoding matches nothing', () => {
  assert.equal(matchRoute('/qr/:id', '/qr/%E0%A4%A'), undefined);
});

test('a spelled-out part wins over a parameter, wherever it is listed', () => {
  const routes = [{ path: '/video/translation/:id?' }, { path: '/video/translation/record' }];
  assert.equal(bestMatch(routes, '/video/translation/record')?.item.path, '/video/translation/record');
  assert.deepEqual(bestMatch(routes, '/video/translation/9')?.params, { id: '9' });
  assert.equal(bestMatch(routes, '/elsewhere'), undefined);
});
