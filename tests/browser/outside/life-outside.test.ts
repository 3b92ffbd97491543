import { expect, test } from '@rstest/core';
import { makeAutoObservable } from 'mobx';

import { defineWeb, type WebPlugin } from '#core/web/define-web.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { grantedCode } from '#core/web/outside/granted-services.ts';
import { LoadFailure } from '#core/web/plugins/load-failure.ts';
import { slot } from '#core/web/slot.ts';
import { STORAGE, type BrowserStorage } from '#core/web/storage/storage.ts';

import { buildSource, setUp, type Installed } from './build-outside.ts';

const brand = (overrides: Partial<Installed> = {}): Installed => ({ id: 'brand', source: buildSource(), ...overrides });

/** Code that goes wrong so many times. */
function failing(times: number, error: () => Error): { load: Installed['load']; tries(): number } {
  let tried = 0;
  return {
    tries: () => tried,
    load() {
      tried += 1;
      if (tried <= times) return Promise.reject(error());
      return Promise.resolve(grantedCode('brand', defineWeb({}), buildSource()));
    },
  };
}

test('a failed activation is tried once more by itself, and each fault is told', async () => {
  const { load, tries } = failing(1, () => new Error('broken'));
  const { plugins, reports, stateOf, kernel } = setUp([brand({ load })]);
  await plugins.load();
  await plugins.ensure('brand', 'route:/');
  expect(tries()).toBe(2);
  expect(stateOf('brand')).toEqual({ name: 'active' });
  expect(reports).toEqual(['brand 1.0.0 import', 'brand 1.0.0 active']);
  await kernel.dispose();
});

test('after the second it has failed, until somebody tries it again', async () => {
  const { load, tries } = failing(2, () => new Error('broken'));
  const { plugins, reports, stateOf, kernel } = setUp([brand({ load })]);
  await plugins.load();
  await expect(plugins.ensure('brand', 'route:/')).rejects.toThrow('broken');
  expect(tries()).toBe(2);
  expect(stateOf('brand')).toMatchObject({ name: 'failed', phase: 'import', attempts: 2 });
  expect(reports).toEqual(['brand 1.0.0 import', 'brand 1.0.0 import']);
  await plugins.retry('brand');
  expect(stateOf('brand')).toEqual({ name: 'active' });
  await kernel.dispose();
});

test('one that ships with the product is not tried by itself, and not told of', async () => {
  const { load, tries } = failing(1, () => new Error('broken'));
  const { plugins, reports, kernel } = setUp([brand({ source: undefined, load })]);
  await plugins.load();
  await expect(plugins.ensure('brand', 'route:/')).rejects.toThrow('broken');
  expect(tries()).toBe(1);
  expect(reports).toEqual([]);
  await kernel.dispose();
});

test('what its loader found wrong before any code ran is the phase', async () => {
  for (const phase of ['integrity', 'requires'] as const) {
    const { load } = failing(9, () => new LoadFailure(phase, 'wrong'));
    const { plugins, reports, stateOf, kernel } = setUp([brand({ load })]);
    await plugins.load();
    await expect(plugins.ensure('brand', 'route:/')).rejects.toThrow('wrong');
    expect(stateOf('brand')).toMatchObject({ name: 'failed', phase });
    expect(reports).toEqual([`brand 1.0.0 ${phase}`, `brand 1.0.0 ${phase}`]);
    await kernel.dispose();
  }
});

test('a fault of a running one is told with its version', async () => {
  const { plugins, reports, kernel } = setUp([brand()]);
  await plugins.load();
  await plugins.ensure('brand', 'route:/');
  plugins.report('brand', 'render', new Error('broken'));
  expect(reports).toEqual(['brand 1.0.0 active', 'brand 1.0.0 render']);
  await kernel.dispose();
});

test('another revision stops it, and what was shown of it loads the new one', async () => {
  const cards = slot('workbench.cards');
  const ended: string[] = [];
  const web = (name: string): WebPlugin =>
    defineWeb({
      activate(context) {
        context.contribute(cards, name);
        context.own(() => void ended.push(name));
      },
    });
  const { plugins, now, loads, kernel } = setUp([brand({ slots: [cards.id], web: web('old') })]);
  const hide = kernel.slots.show(cards);
  await plugins.load();
  await plugins.ensure('brand', 'slot:workbench.cards');
  now.plugins = [brand({ slots: [cards.id], web: web('new'), source: buildSource({ revision: '2' }) })];
  await plugins.load();
  await plugins.ensure('brand', 'slot:workbench.cards');
  expect(ended).toEqual(['old']);
  expect(kernel.slots.items(cards).map(({ item }) => item)).toEqual(['new']);
  expect(loads).toEqual(['brand', 'brand']);
  // The same once more changes nothing.
  await plugins.load();
  expect(ended).toEqual(['old']);
  hide();
  await kernel.dispose();
});

test('one that failed begins anew with another revision', async () => {
  const { plugins, now, stateOf, kernel } = setUp([brand({ load: failing(2, () => new Error('broken')).load })]);
  await plugins.load();
  await expect(plugins.ensure('brand', 'route:/')).rejects.toThrow('broken');
  await plugins.load();
  expect(stateOf('brand')?.name).toBe('failed');
  now.plugins = [brand({ source: buildSource({ revision: '2' }) })];
  await plugins.load();
  expect(stateOf('brand')).toEqual({ name: 'ready' });
  await plugins.ensure('brand', 'route:/');
  await kernel.dispose();
});

test('one that the server blocks says why, and is not loaded for a page either', async () => {
  const state = { name: 'blocked', reason: 'update', details: ['calls'] } as const;
  const { plugins, loads, stateOf, kernel } = setUp([brand({ state: { ...state, details: [...state.details] } })]);
  await plugins.load();
  expect(stateOf('brand')).toEqual(state);
  await expect(plugins.ensure('brand', 'route:/')).rejects.toMatchObject({ reason: 'blocked' });
  expect(loads).toEqual([]);
  await kernel.dispose();
});

/** The store of one build; the shape of another is another class of the same name. */
function firstBuild() {
  class Draft {
    text = '';
    opacity = 0.5;
    marks: string[] = [];
    chosen: string | null = null;
    at = new Date(0);
    kept = 1;
    constructor(@inject(STORAGE) readonly storage: BrowserStorage) {
      makeAutoObservable<this, 'storage'>(this, { storage: false }, { autoBind: true });
    }
    get length() {
      return this.text.length;
    }
    write(text: string) {
      this.text = text;
      this.opacity = 0.9;
      this.marks = ['a', 'b'];
      this.chosen = 'a';
      this.at = new Date(5);
      this.kept = 2;
    }
  }
  return Draft;
}

function secondBuild() {
  class Draft {
    text = '';
    // It was a number.
    opacity = 'half';
    marks: string[] = [];
    chosen: string | null = null;
    at = new Date(0);
    added = 'new';
    constructor(@inject(STORAGE) readonly storage: BrowserStorage) {
      makeAutoObservable<this, 'storage'>(this, { storage: false }, { autoBind: true });
    }
    get length() {
      return this.text.length;
    }
  }
  return Draft;
}

async function rebuild(dev: boolean, revision = '2') {
  const [First, Second] = [firstBuild(), secondBuild()];
  const set = setUp([brand({ source: buildSource({ dev }), web: defineWeb({ stores: [First] }) })]);
  await set.plugins.load();
  (await set.plugins.ensure('brand', 'route:/')).context.store(First).write('hello');
  if (revision === '1') await set.plugins.stop('brand');
  set.now.plugins = [brand({ source: buildSource({ dev, revision }), web: defineWeb({ stores: [Second] }) })];
  await set.plugins.load();
  const { context } = await set.plugins.ensure('brand', 'route:/');
  return { store: context.store(Second), context, kernel: set.kernel };
}

test('a new build of its developer goes on with what its stores held, where it fits', async () => {
  const { store, context, kernel } = await rebuild(true);
  expect(store).toMatchObject({
    text: 'hello',
    length: 5,
    marks: ['a', 'b'],
    chosen: 'a',
    opacity: 'half',
    added: 'new',
  });
  // Neither what is no plain data, nor what was injected, nor what the new build does not have.
  expect(store.at).toEqual(new Date(0));
  expect(store.storage).toBe(context.get(STORAGE));
  expect('kept' in store).toBe(false);
  await kernel.dispose();
});

test('an update that is no build of its developer begins anew', async () => {
  const { store, kernel } = await rebuild(false);
  expect(store).toMatchObject({ text: '', marks: [] });
  await kernel.dispose();
});

test('so does the same build that is started again', async () => {
  const { store, kernel } = await rebuild(true, '1');
  expect(store.text).toBe('');
  await kernel.dispose();
});
