import { afterEach, expect, rs, test } from '@rstest/core';

import { defineWeb } from '#core/web/define-web.ts';
import { BROWSER, type ModuleLoader } from '#core/web/outside/import-checked.ts';
import { importOutside } from '#core/web/outside/load-outside.ts';
import { LoadFailure } from '#core/web/plugins/load-failure.ts';

import { buildSource, INTEGRITY } from './build-outside.ts';

const web = defineWeb({});
let count = 0;

/** Another address for each test: what failed under one is remembered as long as the page lives. */
function fileOfItsOwn() {
  count += 1;
  return { url: `/plugin-files/brand/1.0.${count}/web.mjs`, integrity: INTEGRITY, bytes: 1 };
}

function loaderOf(run: (address: string) => unknown, fetch: ModuleLoader['fetch'] = () => Promise.resolve()) {
  const asked: string[] = [];
  const loader: ModuleLoader = {
    fetch: async (address, integrity) => {
      asked.push(`fetch ${address}`);
      await fetch(address, integrity);
    },
    run: async (address) => {
      asked.push(`run ${address}`);
      return await run(address);
    },
  };
  return { loader, asked };
}

async function failureOf(loading: Promise<unknown>): Promise<LoadFailure> {
  const failure: unknown = await loading.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(LoadFailure);
  return failure as LoadFailure;
}

// Styles are not really fetched here.
Object.assign((globalThis as { happyDOM?: { settings: object } }).happyDOM?.settings ?? {}, {
  disableCSSFileLoading: true,
  handleDisabledFileLoadingAsSuccess: true,
});

afterEach(() => {
  rs.unstubAllGlobals();
  rs.restoreAllMocks();
});

test('a module runs after its bytes were checked', async () => {
  const file = fileOfItsOwn();
  const { loader, asked } = loaderOf(() => ({ default: web }));
  expect(await importOutside(buildSource({ web: file }), loader)).toBe(web);
  expect(asked).toEqual([`fetch ${file.url}`, `run ${file.url}`]);
});

test('without a hash nothing is asked for', async () => {
  const { loader, asked } = loaderOf(() => ({ default: web }));
  for (const integrity of ['', 'sha256-abc', 'none']) {
    const failure = await failureOf(importOutside(buildSource({ web: { ...fileOfItsOwn(), integrity } }), loader));
    expect(failure.phase).toBe('integrity');
  }
  expect(asked).toEqual([]);
});

test('what the workbench lacks is named one by one, and no code is asked for', async () => {
  const { loader, asked } = loaderOf(() => ({ default: web }));
  const requires = {
    exports: ['useText', 'useMagic'],
    tokens: ['http@1', 'dialogs@9'],
    packages: { react: '20.0.0', mobx: '7.0.1' },
  };
  const failure = await failureOf(importOutside(buildSource({ requires }), loader));
  expect(failure.phase).toBe('requires');
  expect(failure.message).toMatch(/useMagic; dialogs@9; react 20\.0\.0 \(here 19\./);
  expect(failure.message).not.toMatch(/useText|http@1|mobx/);
  expect(asked).toEqual([]);
});

test('other bytes than were installed are a fault of integrity', async () => {
  rs.stubGlobal('fetch', () => Promise.resolve(new Response('other bytes')));
  const { loader, asked } = loaderOf(
    () => ({ default: web }),
    () => Promise.reject(new Error('blocked')),
  );
  const failure = await failureOf(importOutside(buildSource({ web: fileOfItsOwn() }), loader));
  expect(failure).toMatchObject({ phase: 'integrity', isPassing: false });
  expect(failure.message).toContain(INTEGRITY);
  expect(asked.some((line) => line.startsWith('run'))).toBe(false);
});

test('where the engine does not refuse a module by the hash of its link, its bytes are fetched with the hash first', async () => {
  rs.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.');
  const asked: unknown[] = [];
  rs.stubGlobal('fetch', (url: string, options?: RequestInit) => {
    asked.push([url, options?.integrity]);
    if (options?.integrity !== undefined) return Promise.reject(new TypeError('integrity'));
    return Promise.resolve(new Response('other bytes'));
  });
  const file = fileOfItsOwn();
  const run = rs.spyOn(BROWSER, 'run');
  const failure = await failureOf(importOutside(buildSource({ web: file })));
  expect(asked[0]).toEqual([file.url, INTEGRITY]);
  expect(failure.phase).toBe('integrity');
  expect(run).not.toHaveBeenCalled();
});

test('a server that was not reached, or is busy, is no fault of the plugin; a file that is gone is', async () => {
  const load = () =>
    importOutside(
      buildSource({ web: fileOfItsOwn() }),
      loaderOf(
        () => null,
        () => Promise.reject(new Error()),
      ).loader,
    );
  rs.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  expect(await failureOf(load())).toMatchObject({ phase: 'import', isPassing: true });
  rs.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 503 })));
  expect(await failureOf(load())).toMatchObject({ phase: 'import', isPassing: true });
  rs.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: 404 })));
  expect(await failureOf(load())).toMatchObject({ phase: 'import', isPassing: false });
});

test('a module that threw is asked for under another address the next time, and checked again', async () => {
  const file = fileOfItsOwn();
  const { loader, asked } = loaderOf((address) => {
    if (!address.includes('r=2')) throw new Error('broken at import');
    return { default: web };
  });
  const load = () => importOutside(buildSource({ web: file }), loader);
  await expect(load()).rejects.toThrow('broken at import');
  await expect(load()).rejects.toThrow('broken at import');
  expect(await load()).toBe(web);
  expect(asked).toEqual(
    [file.url, `${file.url}?r=1`, `${file.url}?r=2`].flatMap((address) => [`fetch ${address}`, `run ${address}`]),
  );
});

test('one without a browser half is nothing', async () => {
  expect(await importOutside(buildSource({ web: null }))).toEqual({});
});

test('its styles come before it is activated, checked against their hash, and go with it', async () => {
  const owned: Array<() => unknown> = [];
  const order: string[] = [];
  const plugin = defineWeb({ activate: () => void order.push('activated') });
  const { loader } = loaderOf(() => ({ default: plugin }));
  const styles = { url: '/plugin-files/brand/1.0.0/web.css', integrity: INTEGRITY };
  const loaded = await importOutside(buildSource({ web: fileOfItsOwn(), styles }), loader);
  const activating = loaded.activate?.({ own: (undo: () => unknown) => void owned.push(undo) } as never);
  const link = document.head.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
  expect(link?.getAttribute('href')).toBe(styles.url);
  expect(link?.integrity).toBe(INTEGRITY);
  expect(order).toEqual([]);
  link?.dispatchEvent(new Event('load'));
  await activating;
  expect(order).toEqual(['activated']);
  for (const undo of owned) undo();
  expect(document.head.querySelector('link[rel=stylesheet]')).toBeNull();
});
