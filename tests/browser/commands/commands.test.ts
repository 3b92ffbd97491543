import { autorun, observable, runInAction } from 'mobx';
import { afterEach, expect, rs, test } from '@rstest/core';

import { normalKeys } from '#core/contract/command-keys.ts';
import { createCommands, type CommandsService } from '#core/web/commands/create-commands.ts';
import { keysOf } from '#core/web/commands/keys.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import type { PluginRecord, Plugins } from '#core/web/plugins/plugins.ts';
import { buildEntry } from '#core/web/testing/index.ts';

const made: CommandsService[] = [];
afterEach(() => {
  for (const commands of made.splice(0)) commands.dispose();
});

function build(records: PluginRecord[] = [], isMac = false, isLoaded = true, isPageComing = () => false) {
  const ran: unknown[] = [];
  const loaded = observable.box(isLoaded);
  const list = observable.array(records, { deep: false });
  const context = { id: 'mixing' } as PluginContext;
  const plugins: Pick<Plugins, 'list' | 'loaded' | 'ensure' | 'report'> = {
    list,
    get loaded() {
      return loaded.get();
    },
    ensure(id, trigger) {
      ran.push([id, trigger]);
      const web = {
        commands: {
          open: (given: PluginContext) => void ran.push(given),
          broken: () => Promise.reject(new Error('no')),
        },
      };
      return Promise.resolve({ id, context, web });
    },
    report: (id, phase) => void ran.push(['fault', id, phase]),
  };
  const commands = createCommands({
    plugins: () => plugins,
    features: { offerUpgrade: (feature) => void ran.push(['upgrade', feature]) },
    report: (_error, id) => void ran.push(['fault', id]),
    isPageComing,
    isMac,
  });
  made.push(commands);
  return { commands, ran, list, loaded, context };
}

const command = (id: string, keys?: string, run: () => void = () => undefined) =>
  ({ id, title: 'shell:name', keys, run }) as const;

function press(key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true, ...more });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

const mixing = buildEntry({
  id: 'mixing',
  commands: [
    { id: 'open', title: 'mixing:title', keys: 'mod+m' },
    { id: 'broken', title: 'mixing:title' },
  ],
});

test('a command is there until it is taken back, and two cannot have one id', async () => {
  const { commands, ran } = build();
  const seen: number[] = [];
  const stop = autorun(() => void seen.push(commands.list.length));
  const undo = commands.add(command('a', undefined, () => void ran.push('ran')));
  expect(() => commands.add(command('a'))).toThrow(/"a" is there already/);
  await commands.run('a');
  await undo();
  await undo();
  stop();
  expect([seen, ran]).toEqual([[0, 1, 0], ['ran']]);
  await expect(commands.run('a')).rejects.toThrow(/no command "a"/);
});

test('keys run it; with the command key also inside a field, otherwise what is typed is text', () => {
  const { commands, ran } = build();
  commands.add(command('palette', 'mod+k', () => void ran.push('palette')));
  commands.add(command('help', '?', () => void ran.push('help')));
  document.body.innerHTML = '<input id="text"><input id="tick" type="checkbox"><textarea></textarea>';
  const [text, tick, area] = ['#text', '#tick', 'textarea'].map(
    (selector) => document.querySelector(selector) as Element,
  );
  expect(press('k', { ctrlKey: true })).toBe(true);
  expect(press('K', { ctrlKey: true }, text)).toBe(true);
  expect(press('?', { shiftKey: true }, text)).toBe(false);
  expect(press('?', { shiftKey: true }, area)).toBe(false);
  expect(press('?', { shiftKey: true }, tick)).toBe(true);
  expect(press('k')).toBe(false);
  expect(press('k', { ctrlKey: true, repeat: true })).toBe(false);
  expect(ran).toEqual(['palette', 'palette', 'help']);
});

test('keys that something else hears are told and left to it', async () => {
  const { commands, ran } = build();
  commands.add({ ...command('copy', 'mod+c', () => void ran.push('copy')), hears: false });
  expect(press('c', { ctrlKey: true })).toBe(false);
  expect([ran, commands.list.at(-1)?.keys]).toEqual([[], 'mod+c']);
  await commands.run('copy');
  expect(ran).toEqual(['copy']);
});

test('on a Mac the command key is ⌘', () => {
  const { commands, ran } = build([], true);
  commands.add(command('palette', 'mod+k', () => void ran.push('palette')));
  press('k', { ctrlKey: true });
  press('k', { metaKey: true });
  expect(ran).toEqual(['palette']);
});

test('a plugin’s commands are offered before its code is there, which running one loads', async () => {
  const { commands, ran, context } = build([{ entry: mixing, state: { name: 'ready' } }]);
  expect(commands.list.map(({ id, title, keys }) => [id, title, keys])).toEqual([
    ['mixing.open', 'mixing:title', 'mod+m'],
    ['mixing.broken', 'mixing:title', undefined],
  ]);
  expect(ran).toEqual([]);
  press('m', { ctrlKey: true });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(ran).toEqual([['mixing', 'command:open'], context]);
});

test('keys pressed before the plugins are known run their commands once they are, unless that takes long', async () => {
  const { commands, ran, list, loaded, context } = build([], false, false);
  const now = rs.spyOn(performance, 'now').mockReturnValue(0);
  press('m', { ctrlKey: true });
  now.mockReturnValue(4_000);
  press('m', { ctrlKey: true });
  press('x');
  expect(ran).toEqual([]);
  now.mockReturnValue(6_000);
  runInAction(() => {
    list.push({ entry: mixing, state: { name: 'ready' } });
    loaded.set(true);
  });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(ran).toEqual([['mixing', 'command:open'], context]);
  // What nobody knows then is not kept any more.
  press('y');
  commands.add(command('late', 'y', () => void ran.push('late')));
  expect(ran).toHaveLength(2);
  now.mockRestore();
});

test('keys pressed before a page stands run the commands that it brings, unless that takes long', () => {
  let isComing = true;
  const { commands, ran } = build([], false, true, () => isComing);
  const now = rs.spyOn(performance, 'now').mockReturnValue(0);
  press('o');
  now.mockReturnValue(4_000);
  press('z', { ctrlKey: true });
  isComing = false;
  press('p');
  now.mockReturnValue(6_000);
  for (const keys of ['o', 'mod+z', 'p']) commands.add(command(`page.${keys}`, keys, () => void ran.push(keys)));
  expect(ran).toEqual(['mod+z']);
  now.mockRestore();
});

test('a command that fails is put down to its plugin', async () => {
  const { commands, ran } = build([{ entry: mixing, state: { name: 'ready' } }]);
  await expect(commands.run('mixing.broken')).rejects.toThrow('no');
  expect(ran.at(-1)).toEqual(['fault', 'mixing', 'handler']);
  commands.add(
    command('shell.broken', undefined, () => {
      throw new Error('no');
    }),
  );
  await expect(commands.run('shell.broken')).rejects.toThrow('no');
  expect(ran.at(-1)).toEqual(['fault', 'shell.broken']);
});

test('a locked plugin’s command offers the upgrade, and a hidden one’s is not offered', async () => {
  const locked = buildEntry(
    { id: 'voice', commands: [{ id: 'open', title: 'mixing:title' }] },
    {
      name: 'locked',
      feature: 53,
      unlockedBy: 'level2',
    },
  );
  const { commands, ran, list } = build([
    { entry: locked, state: { name: 'locked', reason: 'feature', feature: 53, level: 'level2' } },
    { entry: mixing, state: { name: 'hidden', reason: 'role' } },
  ]);
  expect(commands.list.map(({ id }) => id)).toEqual(['voice.open']);
  await commands.run('voice.open');
  expect(ran).toEqual([['upgrade', { feature: 53, level: 'level2', levels: null }]]);
  runInAction(() => list.clear());
  expect(commands.list).toEqual([]);
});

test('let go of, it hears no keys', () => {
  const { commands, ran } = build();
  commands.add(command('palette', 'mod+k', () => void ran.push('palette')));
  commands.dispose();
  press('k', { ctrlKey: true });
  expect(ran).toEqual([]);
});

test('keys have one way of being written', () => {
  expect(['Shift+Mod+K', 'mod++', '?', 'alt+mod+ArrowUp'].map(normalKeys)).toEqual([
    'mod+shift+k',
    'mod++',
    '?',
    'mod+alt+arrowup',
  ]);
  const held = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  expect(keysOf({ ...held, key: '?', shiftKey: true }, false)).toBe('?');
  expect(keysOf({ ...held, key: '+', ctrlKey: true }, false)).toBe('mod++');
  expect(keysOf({ ...held, key: 'K', ctrlKey: true, shiftKey: true }, false)).toBe('mod+shift+k');
  expect(keysOf({ ...held, key: 'k', ctrlKey: true }, true)).toBe('ctrl+k');
});
