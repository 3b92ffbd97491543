import { expect, test } from '@rstest/core';

import type { PluginEntry } from '#core/contract/plugin-index.ts';
import { buildEntry } from '#core/web/testing/builders.ts';
import { currentEntry, menuOf } from '#host/web/menu/menu-entries.ts';
import { firstEntries } from '#host/web/rail/use-gradual-menu.ts';

const FREE = { roleCode: 12, features: [], operator: false };
const list = (...entries: PluginEntry[]) => ({
  list: entries.map((entry) => ({ entry, state: { name: 'ready' } as const })),
});

const mixing = buildEntry({
  id: 'mixing',
  routes: [
    { path: '/mixedCutList/list', page: 'List' },
    { path: '/batch', page: 'Batch', gate: { feature: 12 } },
  ],
  menus: [
    { to: '/batch', section: 'create', icon: 'layers', order: 20, title: 'shell:name' },
    { to: '/mixedCutList/list', section: 'create', icon: 'scissors', order: 10, title: 'shell:name' },
  ],
});
const pieces = buildEntry(
  {
    id: 'pieces',
    routes: [{ path: '/cut/:id?', page: 'Cut' }],
    menus: [{ to: '/cut/:id?', section: 'tools', icon: 'no-such-icon', order: 1, title: 'shell:name' }],
  },
  { name: 'locked', feature: 50, unlockedBy: 'level1' },
);
const music = buildEntry(
  {
    id: 'music',
    routes: [{ path: '/music/:id?', page: 'Music' }],
    menus: [{ to: '/music/:id?', section: 'tools', icon: 'play', order: 2, title: 'shell:name' }],
  },
  { name: 'locked', feature: null, unlockedBy: 'level2' },
);
const workbench = buildEntry({ id: 'workbench', routes: [{ path: '/workbench', page: 'W', title: 'shell:name' }] });

test('sections come in their order, entries in theirs, the workbench first, and empty sections not at all', () => {
  const menu = menuOf(list(pieces, mixing, workbench), FREE);
  expect(menu.map(({ name, entries }) => [name, entries.map(({ to }) => to)])).toEqual([
    [null, ['/workbench']],
    ['create', ['/mixedCutList/list', '/batch']],
    ['tools', ['/cut/:id?']],
  ]);
});

test('an entry tells what would unlock it, its plugin or its route', () => {
  const [, create, tools] = menuOf(list(mixing, pieces, workbench), FREE);
  expect(create?.entries.map(({ lock }) => lock)).toMatchObject([null, { feature: 12, level: 'level1' }]);
  expect(tools?.entries[0]?.lock).toMatchObject({ feature: 50, level: 'level1' });
  const [paid] = menuOf(list(mixing), { ...FREE, features: [12] });
  expect(paid?.entries.map(({ lock }) => lock)).toEqual([null, null]);
});

test('an icon that does not exist gives way to a plain one', () => {
  expect(menuOf(list(pieces), FREE)[0]?.entries[0]?.icon).toBe('grid');
});

test('the entry of a place is found by its pattern', () => {
  const menu = menuOf(list(mixing, pieces, workbench), FREE);
  expect(currentEntry(menu, '/cut/7')?.entry.to).toBe('/cut/:id?');
  expect(currentEntry(menu, '/workbench')?.section.name).toBe(null);
  expect(currentEntry(menu, '/elsewhere')).toBe(undefined);
});

test('what a tier locks has a lock, be it the whole plugin or one page by its own gate', () => {
  const [create, tools] = menuOf(list(tiered, music), FREE);
  expect(tools?.entries[0]?.lock).toMatchObject({ feature: null, level: 'level2' });
  expect(create?.entries.map(({ lock }) => lock)).toMatchObject([{ feature: null, level: 'level1' }, null]);
});

test('a page without an entry lights the entry of its plugin that is nearest', () => {
  const menu = menuOf(list(tiered, pieces, workbench), FREE);
  const lit = (path: string, plugin: string | null) => currentEntry(menu, path, plugin)?.entry.to;
  expect(lit('/tiered/runs/7', 'tiered')).toBe('/tiered/runs');
  expect(lit('/Tiered/batch/7/certificate', 'tiered')).toBe('/tiered/batch');
  expect(lit('/elsewhere/7', 'tiered')).toBe('/tiered/batch');
  expect(lit('/elsewhere/7', 'stranger')).toBe(undefined);
  expect(lit('/elsewhere/7', null)).toBe(undefined);
});

test('a member’s page lights no entry for operators', () => {
  const account = buildEntry({
    id: 'account',
    routes: [
      { path: '/operator/outbox', page: 'Outbox' },
      { path: '/settings/plugins', page: 'Settings' },
    ],
    menus: [{ to: '/operator/outbox', section: 'operator', icon: 'mail', order: 1, title: 'shell:name' }],
  });
  const menu = menuOf(list(account), FREE);
  expect(currentEntry(menu, '/settings/plugins', 'account')).toBe(undefined);
  expect(currentEntry(menu, '/operator/outbox/7', 'account')?.entry.to).toBe('/operator/outbox');
});

const tiered = buildEntry({
  id: 'tiered',
  routes: [
    { path: '/tiered/batch', page: 'Batch', gate: { tiers: { level0: 'locked' } } },
    { path: '/tiered/runs', page: 'Runs' },
  ],
  menus: [
    { to: '/tiered/batch', section: 'create', icon: 'layers', order: 1, title: 'shell:name' },
    { to: '/tiered/runs', section: 'create', icon: 'layers', order: 2, title: 'shell:name' },
  ],
});

test('of a long menu the first entries are drawn ahead, through its sections', () => {
  const menu = menuOf(list(pieces, mixing, workbench), FREE);
  const drawn = (most: number) => firstEntries(menu, most).map(({ entries }) => entries.map(({ to }) => to));
  expect(drawn(2)).toEqual([['/workbench'], ['/mixedCutList/list']]);
  expect(drawn(3)).toEqual([['/workbench'], ['/mixedCutList/list', '/batch']]);
  expect(firstEntries(menu, 4)).toBe(menu);
});
