import { expect, test } from '@rstest/core';

import { defineWeb } from '#core/web/define-web.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import { buildManifest, mountPlugin, type MountedPlugin } from '#core/web/testing/index.ts';
import {
  MATERIAL_ACTIONS,
  MATERIAL_BADGES,
  MATERIAL_FOLDER_ACTIONS,
  type Material,
  type MaterialBadge,
} from '#plugins/materials/api.ts';
import { materialsChanged } from '#plugins/materials/events.ts';
import { mixCountBadges } from '#plugins/mixing/web/parts/mix-count-badges.ts';

import {
  buildFolder,
  buildMaterial,
  cell,
  FakeLibrary,
  HeldUploads,
  idOf,
  layOut,
  many,
  materials,
  uploadsOf,
} from './materials-plugin.ts';

layOut();

/** The library with other plugins, each of which contributes what it is given. */
function open(
  library: FakeLibrary,
  others: Readonly<Record<string, (context: PluginContext) => void>>,
): Promise<MountedPlugin> {
  const slots = [MATERIAL_ACTIONS.id, MATERIAL_BADGES.id, MATERIAL_FOLDER_ACTIONS.id];
  return mountPlugin(materials, {
    ...{ page: 'Videos', path: '/material/list', calls: library.calls },
    services: [uploadsOf(new HeldUploads())],
    partners: Object.entries(others).map(([id, activate]) => ({
      manifest: buildManifest({ id, uses: ['materials'], slots }),
      web: defineWeb({ activate }),
    })),
  });
}

const choose = (page: MountedPlugin, number: number) =>
  page.doing(() => cell(page, number).dispatchEvent(new MouseEvent('click', { bubbles: true, ctrlKey: true })));
const offered = (page: MountedPlugin) => page.commands.list.filter(({ id }) => id.startsWith('materials.action.'));
const badgesOf = (page: MountedPlugin, number: number) =>
  [...cell(page, number).querySelectorAll('.rp-badge')].map((badge) => badge.textContent);

/** Its text is one of the library's, with the number of the material in it. */
const badgeOf = ({ seconds }: Material): MaterialBadge => ({
  ...{ text: 'materials:chosen.count', about: 'materials:chosen.count', params: { count: seconds ?? 0 } },
});

test('what plugins do with materials is in the command palette while some are chosen, and is done with those', async () => {
  const ran: string[][] = [];
  const page = await open(new FakeLibrary(many(3)), {
    'shot-list': (context) => {
      context.contribute(MATERIAL_ACTIONS, {
        ...{ id: 'list', title: 'materials:chosen.count', icon: 'plus', kinds: ['video'] },
        run: (chosen) => void ran.push(chosen.map(({ name }) => name)),
      });
      context.contribute(MATERIAL_ACTIONS, {
        ...{ id: 'listen', title: 'materials:chosen.clear', icon: 'music', kinds: ['music'] },
        run: () => undefined,
      });
    },
  });
  await page.until(() => cell(page, 3));
  expect(offered(page)).toEqual([]);
  await choose(page, 3);
  await choose(page, 1);
  expect(offered(page).map(({ title, params }) => [title, params])).toEqual([['materials:chosen.count', { count: 2 }]]);
  await page.doing(() => page.commands.run(offered(page)[0]?.id ?? ''));
  expect(ran).toEqual([['镜头-3.mp4', '镜头-1.mp4']]);
  await page.click(page.byRole('button', '取消选择'));
  expect(offered(page)).toEqual([]);
  await page.unmount();
});

test('what plugins do with a folder is in its menu, and is done with all that is in it', async () => {
  const folder = buildFolder(1, { name: '夏季', counts: { video: 250, music: 0, image: 0 } });
  const library = new FakeLibrary(
    [...many(250).map((item) => ({ ...item, folderId: folder.id })), buildMaterial(300)],
    [folder],
  );
  const ran: [string, number, string | undefined][] = [];
  const page = await open(library, {
    'shot-list': (context) => {
      context.contribute(MATERIAL_FOLDER_ACTIONS, {
        ...{ id: 'list', title: 'materials:chosen.count', icon: 'list', kinds: ['video'] },
        run: ({ name }, all) => void ran.push([name, all.length, all[0]?.name]),
      });
      context.contribute(MATERIAL_FOLDER_ACTIONS, {
        ...{ id: 'listen', title: 'materials:chosen.clear', icon: 'music', kinds: ['music'] },
        run: () => undefined,
      });
    },
  });
  await page.click(await page.until(() => page.byRole('button', '“夏季”的操作')));
  await page.until(() => page.byRole('menuitem', '已选 250 个'));
  expect(page.allByRole('menuitem', '取消选择')).toEqual([]);
  await page.click(page.byRole('menuitem', '已选 250 个'));
  await page.until(() => ran.length > 0);
  expect(ran).toEqual([['夏季', 250, '镜头-250.mp4']]);
  await page.unmount();
});

test('a command that fails is the fault of the plugin whose it is, and the others go on', async () => {
  const ran: string[] = [];
  const page = await open(new FakeLibrary(many(2)), {
    broken: (context) =>
      context.contribute(MATERIAL_ACTIONS, {
        ...{ id: 'sink', title: 'materials:chosen.all', icon: 'plus', kinds: ['video'] },
        run: () => Promise.reject(new Error('sunk')),
      }),
    whole: (context) =>
      context.contribute(MATERIAL_ACTIONS, {
        ...{ id: 'swim', title: 'materials:chosen.count', icon: 'plus', kinds: ['video'] },
        run: () => void ran.push('swum'),
      }),
  });
  await page.until(() => cell(page, 2));
  await choose(page, 2);
  for (const { id } of offered(page)) await page.doing(() => page.commands.run(id));
  await page.until(() => page.faults.length > 0);
  expect(page.faults.map(({ plugin, phase }) => [plugin, phase])).toEqual([['broken', 'promise']]);
  expect(ran).toEqual(['swum']);
  await page.unmount();
});

test('a command that never ends keeps nobody from the others', async () => {
  const ran: string[] = [];
  const page = await open(new FakeLibrary(many(2)), {
    hangs: (context) =>
      context.contribute(MATERIAL_ACTIONS, {
        ...{ id: 'wait', title: 'materials:chosen.all', icon: 'plus', kinds: ['video'] },
        run: () => new Promise(() => undefined),
      }),
    whole: (context) =>
      context.contribute(MATERIAL_ACTIONS, {
        ...{ id: 'swim', title: 'materials:chosen.count', icon: 'plus', kinds: ['video'] },
        run: () => void ran.push('swum'),
      }),
  });
  await page.until(() => cell(page, 2));
  await choose(page, 2);
  for (const { id } of offered(page)) await page.doing(() => void page.commands.run(id));
  await page.until(() => ran.length === 1);
  await page.click(page.byRole('button', '取消选择'));
  expect(offered(page)).toEqual([]);
  expect(page.faults).toEqual([]);
  await page.unmount();
});

test('badges are asked for together for what is in sight, and again for what has changed', async () => {
  const asked: string[][] = [];
  const library = new FakeLibrary(many(4));
  const page = await open(library, {
    'shot-list': (context) =>
      context.contribute(MATERIAL_BADGES, {
        ...{ kinds: ['video'], events: [] },
        load(found) {
          asked.push(found.map(({ name }) => name));
          const even = found.filter(({ seconds }) => (seconds ?? 0) % 2 === 0);
          return Promise.resolve(new Map(even.map((material) => [material.id, badgeOf(material)])));
        },
      }),
  });
  await page.until(() => cell(page, 4) !== null && badgesOf(page, 4).length > 0);
  expect([1, 2, 3, 4].map((number) => badgesOf(page, number))).toEqual([[], ['已选 2 个'], [], ['已选 4 个']]);
  expect(asked).toEqual([['镜头-4.mp4', '镜头-3.mp4', '镜头-2.mp4', '镜头-1.mp4']]);
  library.items[0] = buildMaterial(1, { seconds: 12 });
  await page.doing(() => page.events.send(materialsChanged, { ids: [idOf(1)] }));
  await page.until(() => badgesOf(page, 1).length > 0);
  expect([badgesOf(page, 1), asked.slice(1)]).toEqual([['已选 12 个'], [['镜头-1.mp4']]]);
  await page.unmount();
});

test('badges are read again after the events that they follow', async () => {
  let count = 1;
  const page = await open(new FakeLibrary(many(1)), {
    'shot-list': (context) =>
      context.contribute(MATERIAL_BADGES, {
        ...{ kinds: ['video'], events: [materialsChanged] },
        load: (found) =>
          Promise.resolve(new Map(found.map((material) => [material.id, { ...badgeOf(material), params: { count } }]))),
      }),
  });
  await page.until(() => cell(page, 1) !== null && badgesOf(page, 1).length > 0);
  count = 7;
  // About no material that is here: only who follows the event asks.
  await page.doing(() => page.events.send(materialsChanged, { ids: [] }));
  await page.until(() => badgesOf(page, 1)[0] === '已选 7 个');
  await page.unmount();
});

test('badges that fail or cannot be drawn are their plugin’s fault, told once, and those of others stay', async () => {
  const page = await open(new FakeLibrary(many(2)), {
    'draws-nonsense': (context) =>
      context.contribute(MATERIAL_BADGES, {
        ...{ kinds: ['video'], events: [] },
        load: (found) =>
          Promise.resolve(new Map(found.map(({ id }) => [id, { text: {} } as unknown as MaterialBadge]))),
      }),
    'never-answers': (context) =>
      context.contribute(MATERIAL_BADGES, {
        ...{ kinds: ['video'], events: [], load: () => new Promise(() => undefined) },
      }),
    throws: (context) =>
      context.contribute(MATERIAL_BADGES, {
        ...{ kinds: ['video'], events: [] },
        load: () => {
          throw new Error('sunk');
        },
      }),
    whole: (context) =>
      context.contribute(MATERIAL_BADGES, {
        ...{ kinds: ['video'], events: [] },
        load: (found) => Promise.resolve(new Map(found.map((material) => [material.id, badgeOf(material)]))),
      }),
  });
  await page.until(() => cell(page, 2) !== null && badgesOf(page, 2).length > 0);
  await page.until(() => page.faults.length === 2);
  expect(page.faults.map(({ plugin }) => plugin).toSorted()).toEqual(['draws-nonsense', 'throws']);
  expect(badgesOf(page, 1)).toEqual(['已选 1 个']);
  await page.unmount();
});

test('a contribution of the wrong shape is not shown', async () => {
  const page = await open(new FakeLibrary(many(1)), {
    misshapen: (context) => {
      try {
        context.contribute(MATERIAL_BADGES, { kinds: 'video', load: null } as never);
      } catch {
        // Told to its author.
      }
    },
  });
  await page.until(() => cell(page, 1));
  await choose(page, 1);
  expect([badgesOf(page, 1), page.text.includes('镜头-1.mp4')]).toEqual([[], true]);
  await page.unmount();
});

test('mixing tells on its tile how many videos a clip is in, and nothing of what was never used', async () => {
  const used = [buildMaterial(1, { mixCount: 3 }), buildMaterial(2)];
  const signal = new AbortController().signal;
  expect([...(await mixCountBadges.load(used, signal))]).toEqual([
    [idOf(1), { text: 'mixing:library.used', about: 'mixing:library.used-about', params: { count: 3 } }],
  ]);
});

test('what was published says so on its tile, and the list can be narrowed to it', async () => {
  const out = { publishCount: 2, publishedAt: '2026-01-05T00:00:00.000Z' };
  const library = new FakeLibrary([buildMaterial(1, out), buildMaterial(2)]);
  const page = await open(library, {});
  await page.until(() => badgesOf(page, 1).length > 0);
  expect([badgesOf(page, 1), badgesOf(page, 2)]).toEqual([['已发布'], []]);
  expect(cell(page, 1).querySelector('.rp-badge')?.getAttribute('aria-label')).toBe('发布过 2 次');
  await page.click(page.byRole('button', '未发布'));
  await page.until(() => cell(page, 1) === null);
  expect(cell(page, 2)).not.toBeNull();
  await page.click(page.byRole('button', '已发布'));
  await page.until(() => cell(page, 2) === null);
  expect(cell(page, 1)).not.toBeNull();
  await page.unmount();
});
