import { expect, test } from '@rstest/core';
import { makeAutoObservable } from 'mobx';
import { useState, type ComponentType } from 'react';

import { defineWeb } from '#core/web/define-web.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLocked } from '#core/web/react/use-locked.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { SESSION, type Session } from '#core/web/session/session.ts';
import { buildManifest, mountPlugin, type TestedPlugin } from '#core/web/testing/index.ts';

import { manifest, openPage, withPage } from './open-page.tsx';

class GreetingStore {
  count = 0;

  constructor(@inject(SESSION) readonly session: Session) {
    makeAutoObservable(this, { session: false }, { autoBind: true });
  }

  add(): void {
    this.count += 1;
  }
}

const Greeting = observer(function Greeting() {
  const store = useStore(GreetingStore);
  const session = useService(SESSION);
  return (
    <button type="button" onClick={store.add}>
      {session.displayName} {store.count}
    </button>
  );
});

test('a page is drawn with its store and its services, and follows them', async () => {
  const page = await mountPlugin(withPage(Greeting, { stores: [GreetingStore] }), {
    session: { account: { fdName: 'Ada' } },
  });
  await page.click(page.byRole('button', 'Ada 0'));
  await page.doing(() => page.session.logIn({ fdName: 'Grace' }));
  expect(page.byRole('button').textContent).toBe('Grace 1');
  await page.unmount();
});

test('texts follow the language without a reload, also outside of an observer', async () => {
  const page = await mountPlugin(
    withPage(function Retry() {
      const t = useText();
      return <p>{t('shell:plugin-retry')}</p>;
    }),
  );
  expect(page.text).toBe('重试');
  await page.doing(() => page.i18n.setLanguage('en'));
  expect(page.text).toBe('Try again');
  await page.unmount();
});

test('an outline stands in after a while, not at once', async () => {
  const { promise, resolve } = Promise.withResolvers<{ default: ComponentType }>();
  const { bench, close } = await openPage({
    manifest,
    web: defineWeb({ pages: { Demo: () => promise } }),
  });
  expect(bench.allByRole('status')).toEqual([]);
  await bench.until(() => bench.byRole('status'));
  expect(bench.text).toContain('正在打开');
  resolve({ default: () => <p>here</p> });
  await bench.until(() => bench.text === 'here');
  await close();
});

test('a plugin that was stopped comes back under its page, with new stores', async () => {
  const { bench, kernel, close } = await openPage(withPage(Greeting, { stores: [GreetingStore] }));
  await bench.until(() => bench.byRole('button'));
  await bench.click(bench.byRole('button'));
  expect(bench.text).toContain('1');
  await bench.doing(() => kernel.plugins.stop('demo'));
  await bench.until(() => bench.text.endsWith('0'));
  await close();
});

test('a state of a page is lost when its plugin is blocked, and the page stays away', async () => {
  const Demo = () => {
    const [here] = useState('here');
    return <p>{here}</p>;
  };
  const plugin = withPage(Demo);
  const { bench, kernel, close } = await openPage(plugin);
  await bench.until(() => bench.text === 'here');
  plugin.state = { name: 'login' };
  await bench.doing(() => kernel.plugins.load());
  await bench.until(() => bench.text !== 'here');
  expect(kernel.plugins.find('demo')?.state.name).toBe('blocked');
  await close();
});

test('a page asks what would open it when the tier has the plugin locked, and follows when that changes', async () => {
  const Demo = () => {
    const lock = useLocked();
    return <p>{lock === null ? 'open' : `from ${lock.level}`}</p>;
  };
  const plugin: TestedPlugin = {
    ...withPage(Demo),
    state: { name: 'locked', feature: null, unlockedBy: 'level2' },
  };
  const { bench, kernel, close } = await openPage(plugin);
  await bench.until(() => bench.text === 'from level2');
  plugin.state = { name: 'ready' };
  await bench.doing(() => kernel.plugins.load());
  expect(bench.text).toBe('open');
  await close();
});

test('so does one page that its own gate locks', async () => {
  const paid = buildManifest({ routes: [{ path: '/demo', page: 'Demo', gate: { tiers: { level0: 'locked' } } }] });
  const Demo = () => <p>{useLocked()?.level ?? 'open'}</p>;
  const page = await mountPlugin({ ...withPage(Demo), manifest: paid });
  expect(page.text).toBe('level1');
  await page.doing(() => page.session.logIn({ fdRoleCode: 14 }));
  expect(page.text).toBe('open');
  await page.unmount();
});
