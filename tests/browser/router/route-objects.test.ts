import { expect, test } from '@rstest/core';

import { bestMatch } from '#core/contract/match-route.ts';
import { findRoute } from '#core/web/router/route-objects.ts';

const ROUTES = [
  '/',
  '/home',
  '/mixedCut/create',
  '/mixedCut/edit/:id',
  '/video/translation/:id?',
  '/video/translation/record',
  '/material/music/:id?',
  '/operator/plugins/:id',
  '/operator/plugins',
].map((path) => ({ path }));

test('the browser finds the same page at an address as the server, which fetches ahead for it', () => {
  const paths = [
    ...['/', '/home', '/HOME/', '/mixedCut/edit/7', '/mixedCut/edit', '/mixedCut/edit/7/8', '/mixedcut/Create'],
    ...['/video/translation', '/video/translation/record', '/video/translation/9', '/material/music/a%2Fb'],
    ...['/operator/plugins', '/operator/plugins/', '/operator/plugins/mixing', '/elsewhere', '/home/elsewhere'],
    ...['/OPERATOR/plugins/a', '/home/'],
  ];
  for (const path of paths) {
    const server = bestMatch(ROUTES, path);
    const browser = findRoute(ROUTES, path);
    expect([path, browser?.route.path, browser?.params]).toEqual([path, server?.item.path, server?.params]);
  }
});
