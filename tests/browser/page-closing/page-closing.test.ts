import { expect, rs, test } from '@rstest/core';

import { pluginsChanged } from '#core/contract/kernel-events.ts';
import type { PluginEntry } from '#core/contract/plugin-index.ts';
import { buildEntry } from '#core/web/testing/index.ts';
import { followPlugins } from '#host/web/follow-plugins.ts';

import { CRANES, openCranes, routerOf } from './closing-page.ts';

const locked = { name: 'locked', feature: null, unlockedBy: 'level3' } as const;
const said = ({ toasts }: { toasts: { shown: { text: string }[] } }) => toasts.shown.map(({ text }) => text);
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A build of the plugin from outside. */
function buildOutside(revision: string, dev = false): PluginEntry {
  return {
    ...buildEntry(CRANES),
    source: {
      ...{ web: null, styles: null, texts: { zh: '', en: '' }, requires: {} as never, calls: null },
      ...{ grants: [], untrusted: false, revision, dev },
    },
  };
}

test('the page of a plugin that is switched off closes at once and says why, and only then the plugin stops', async () => {
  const page = await openCranes();
  const order: string[] = [];
  page.cranes.context.own(() => void order.push(`stopped at ${page.router.place.path}`));
  await page.tell(undefined);
  // Its page is still there.
  expect(page.cranes.context.signal.aborted).toBe(false);
  expect(page.kernel.plugins.list.map(({ entry }) => entry.manifest.id)).toEqual(['workbench']);
  expect(page.kernel.plugins.find('cranes')).toMatchObject({ leaving: 'gone', state: { name: 'active' } });
  await rs.waitFor(() => expect(order).toEqual(['stopped at /workbench']));
  expect(said(page)).toEqual(['「映港」已被管理员停用。']);
  expect(page.dialogs.opened).toEqual([]);
  expect(page.kernel.plugins.find('cranes')).toBeUndefined();
  await page.tell(buildEntry(CRANES));
  expect(await page.router.go('/cranes')).toBe(true);
  expect((await page.kernel.plugins.ensure('cranes', 'route:Cranes')).context.signal.aborted).toBe(false);
  await page.close();
});

test('a membership that includes it no longer is told as such', async () => {
  const page = await openCranes();
  await page.tell(buildEntry({ ...CRANES, gate: { tiers: { level0: 'hidden' } } }));
  await page.kernel.plugins.stop('cranes');
  await page.kernel.plugins.ensure('cranes', 'route:Cranes');
  page.session.logIn({ fdRoleCode: 12 });
  await page.tell(undefined);
  await rs.waitFor(() => expect(said(page)).toEqual(['您的会员不再包含「映港」。']));
  await page.close();
});

test('nothing of a plugin that is not shown has to be closed', async () => {
  const page = await openCranes();
  await page.router.go('/workbench');
  await page.tell(undefined);
  expect(page.cranes.context.signal.aborted).toBe(true);
  expect([said(page), page.dialogs.opened]).toEqual([[], []]);
  await page.close();
});

test('what is not saved is asked about and can be kept as a file; closing stops the plugin', async () => {
  const page = await openCranes();
  const rescue = rs.fn(() => Promise.resolve({ name: 'cranes.json', blob: new Blob(['{}']) }));
  routerOf(page.cranes).confirmLeaving((end) => end === 'stopped', { rescue });
  expect(page.prepareAsking).toHaveBeenCalledTimes(1);
  const answer = Promise.withResolvers<string>();
  page.dialogs.script(answer.promise);
  // Reading the index does not wait for anybody's answer.
  await page.tell(undefined);
  await rs.waitFor(() => expect(page.dialogs.opened.length).toBe(1));
  const [shown] = page.dialogs.opened;
  expect(shown).toMatchObject({
    properties: { plugin: '映港', why: 'shell:gone.operator', canRescue: true },
    look: { dismissible: false },
  });
  const saved = rs.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    expect(this.download).toBe('cranes.json');
  });
  await (shown!.properties as { rescue(): Promise<void> }).rescue();
  expect([rescue.mock.calls.length, saved.mock.calls.length]).toEqual([1, 1]);
  saved.mockRestore();
  expect([page.router.place.path, page.cranes.context.signal.aborted]).toEqual(['/cranes', false]);
  answer.resolve('close');
  await rs.waitFor(() => expect(page.cranes.context.signal.aborted).toBe(true));
  expect(page.router.place.path).toBe('/workbench');
  // Whoever has answered is not asked again.
  expect(page.confirmLoss).not.toHaveBeenCalled();
  await page.close();
});

test('whoever stays keeps the page as it is until they leave it', async () => {
  const page = await openCranes();
  let isUnsaved = true;
  routerOf(page.cranes).confirmLeaving(() => isUnsaved);
  page.dialogs.script('stay');
  await page.tell(undefined);
  await rs.waitFor(() => expect(page.pageClosing.staying).toMatchObject({ plugin: 'cranes', canRescue: false }));
  // It is told once.
  await page.tell(undefined);
  await settle();
  expect(page.dialogs.opened.length).toBe(1);
  expect(page.cranes.context.signal.aborted).toBe(false);
  expect(await page.kernel.plugins.ensure('cranes', 'dialog:its own')).toBe(page.cranes);
  expect(await page.router.go('/workbench')).toBe(true);
  expect(page.confirmLoss).toHaveBeenCalledTimes(1);
  await rs.waitFor(() => expect(page.cranes.context.signal.aborted).toBe(true));
  expect(page.pageClosing.staying).toBe(null);
  isUnsaved = false;
  await page.close();
});

test('a plugin that is back before its page was closed runs on as if nothing had been', async () => {
  const page = await openCranes();
  const resume = rs.fn();
  routerOf(page.cranes).confirmLeaving(() => true, { resume });
  const answer = Promise.withResolvers<string>();
  page.dialogs.script(answer.promise);
  await page.tell(undefined);
  await rs.waitFor(() => expect(page.dialogs.opened.length).toBe(1));
  expect(resume).not.toHaveBeenCalled();
  const { signal } = page.dialogs.opened[0]!.properties as { signal: AbortSignal };
  await page.tell(buildEntry(CRANES));
  expect(signal.aborted).toBe(true);
  expect(resume).toHaveBeenCalledTimes(1);
  answer.resolve('close');
  await settle();
  expect(page.kernel.plugins.find('cranes')?.leaving).toBeUndefined();
  expect(await page.kernel.plugins.ensure('cranes', 'route:Cranes')).toBe(page.cranes);
  expect([page.router.place.path, said(page)]).toEqual(['/cranes', ['「映港」又可以用了。']]);
  await page.close();
});

test('the page of a plugin that a tier locks stays, says so, and is open again with the plugin', async () => {
  const page = await openCranes();
  routerOf(page.cranes).confirmLeaving(() => true);
  expect(page.cranes.context.locked).toBe(null);
  await page.tell(buildEntry(CRANES, locked));
  expect(page.cranes.context.locked).toMatchObject({ feature: null, level: 'level3' });
  await page.tell(buildEntry(CRANES));
  expect(page.cranes.context.locked).toBe(null);
  await page.tell(buildEntry(CRANES, locked));
  expect([page.cranes.context.signal.aborted, page.dialogs.opened]).toEqual([false, []]);
  await page.router.go('/workbench');
  await rs.waitFor(() => expect(page.cranes.context.signal.aborted).toBe(true));
  expect(page.kernel.plugins.find('cranes')?.state).toMatchObject({ name: 'locked', reason: 'tier', level: 'level3' });
  await page.close();
});

test('another version takes the place of a page on which everything is saved', async () => {
  const page = await openCranes();
  await page.tell(buildEntry({ ...CRANES, version: '1.1.0' }));
  expect(page.cranes.context.signal.aborted).toBe(true);
  expect([page.router.place.path, said(page)]).toEqual(['/cranes', ['「映港」已更新。']]);
  await page.close();
});

test('another version waits for what is not saved, and the page is not left for it', async () => {
  const page = await openCranes();
  routerOf(page.cranes).confirmLeaving(() => true);
  page.dialogs.script('stay');
  await page.tell(buildEntry({ ...CRANES, version: '1.1.0' }));
  await rs.waitFor(() => expect(page.pageClosing.staying).toMatchObject({ why: 'shell:gone.updated' }));
  expect(page.cranes.context.signal.aborted).toBe(false);
  page.pageClosing.staying?.close();
  await rs.waitFor(() => expect(page.cranes.context.signal.aborted).toBe(true));
  expect(page.router.place.path).toBe('/cranes');
  await page.close();
});

test('a build of its developer is taken without a word', async () => {
  const page = await openCranes();
  await page.tell(buildOutside('1', true));
  await page.kernel.plugins.stop('cranes');
  const { context } = await page.kernel.plugins.ensure('cranes', 'route:Cranes');
  page.toasts.closeAll();
  await page.tell(buildOutside('2', true));
  expect(context.signal.aborted).toBe(true);
  expect(said(page)).toEqual([]);
  await page.close();
});

test('whoever has logged out is not asked in front of whoever comes next', async () => {
  const page = await openCranes();
  routerOf(page.cranes).confirmLeaving(() => true);
  page.session.clear();
  await page.tell(undefined);
  expect([page.cranes.context.signal.aborted, page.dialogs.opened, said(page)]).toEqual([true, [], []]);
  await page.close();
});

test('the server’s event has the index read anew, and a page that its plugin lost is closed', async () => {
  const page = await openCranes({ at: '/cranes/old' });
  const stop = followPlugins(page.kernel);
  const [first] = CRANES.routes ?? [];
  page.now.entries = [page.now.entries[0]!, buildEntry({ ...CRANES, routes: first === undefined ? [] : [first] })];
  page.events.send(pluginsChanged);
  await rs.waitFor(() => expect(page.router.place.path).toBe('/workbench'));
  await rs.waitFor(() => expect(said(page)).toEqual(['您的账号不能再打开「映港」的这一页。']));
  expect(page.cranes.context.signal.aborted).toBe(false);
  stop();
  await page.close();
});
