import { expect, test } from '@rstest/core';
import { autorun, makeAutoObservable } from 'mobx';
import { observer } from 'mobx-react-lite';
import { Suspense, use, useEffect } from 'react';
import { interval, NEVER } from 'rxjs';

import { taskChanged } from '#core/contract/kernel-events.ts';
import { defineWeb, type WebPlugin } from '#core/web/define-web.ts';
import { EVENTS } from '#core/web/events/events.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { SESSION } from '#core/web/session/session.ts';
import { TASKS } from '#core/web/tasks/tasks.ts';
import { buildManifest, cycle, expectNoLeaks } from '#core/web/testing/index.ts';
import { stopLeftWatch, watchResources } from '#core/web/testing/watch-resources.ts';

const manifest = buildManifest({
  routes: [{ path: '/demo', page: 'Demo' }],
  dialogs: [{ name: 'ask' }],
  slots: ['demo.cards'],
});

class TickStore {
  ticks = 0;

  constructor(@inject(PLUGIN_CONTEXT) context: PluginContext) {
    makeAutoObservable(this, {}, { autoBind: true });
    context.scope.every(1000, this.tick);
    context.own(autorun(() => void this.ticks));
    const subscription = interval(1000).subscribe(this.tick);
    context.own(() => subscription.unsubscribe());
  }

  tick(): void {
    this.ticks += 1;
  }
}

const Demo = observer(function Demo() {
  const { ticks } = useStore(TickStore);
  const session = useService(SESSION);
  useEffect(() => {
    const hear = (): void => undefined;
    window.addEventListener('resize', hear);
    return () => window.removeEventListener('resize', hear);
  }, []);
  return (
    <p>
      {session.displayName} {ticks}
    </p>
  );
});

const pages = { Demo: () => Promise.resolve({ default: Demo }) };
const dialogs = { ask: () => Promise.resolve({ default: () => <p>ask</p> }) };

function plant(activate?: WebPlugin['activate']) {
  return { manifest, web: defineWeb({ pages, dialogs, stores: [TickStore], activate }) };
}

test('a tidy plugin leaves nothing behind in fifty rounds', async () => {
  const report = await cycle(
    plant((context) => {
      context.get(EVENTS).on(taskChanged, () => undefined);
      context.scope.listen(document, 'visibilitychange', () => undefined);
      context.scope.after(60_000, () => undefined);
    }),
    { dialogs: { ask: {} } },
  );
  expectNoLeaks(report);
  expect(report.times).toBe(50);
});

const leftover: Array<() => void> = [];
const leaks: Array<[name: string, activate: (context: PluginContext) => void]> = [
  [
    'listeners',
    () => {
      const hear = (): void => undefined;
      window.addEventListener('resize', hear);
      leftover.push(() => window.removeEventListener('resize', hear));
    },
  ],
  [
    'timers',
    () => {
      const timer = setInterval(() => undefined, 60_000);
      leftover.push(() => clearInterval(timer));
    },
  ],
  ['reactions', (context) => void leftover.push(autorun(() => void context.get(SESSION).displayName))],
  [
    'subscriptions',
    () => {
      const subscription = NEVER.subscribe();
      leftover.push(() => subscription.unsubscribe());
    },
  ],
  [
    'elements',
    () => {
      const element = document.createElement('div');
      document.body.append(element);
      leftover.push(() => element.remove());
    },
  ],
  [
    'observers',
    () => {
      const watcher = new MutationObserver(() => undefined);
      watcher.observe(document.body, { childList: true });
      leftover.push(() => watcher.disconnect());
    },
  ],
  [
    'channels',
    () => {
      const channel = new BroadcastChannel('demo');
      leftover.push(() => channel.close());
    },
  ],
];

for (const [name, activate] of leaks) {
  test(`a planted leak of ${name} is found`, async () => {
    const report = await cycle(plant(activate), { times: 5, pages: [] });
    for (const undo of leftover.splice(0)) undo();
    expect(() => expectNoLeaks(report)).toThrow(`demo leaves something behind in 5 rounds. ${name}: `);
  });
}

test('what is changed for everybody is found by name, also when each round changes the same', async () => {
  const report = await cycle(
    plant(() => {
      Reflect.set(globalThis, 'demoCache', {});
      document.body.setAttribute('data-demo', 'on');
      localStorage.setItem('demo.draft', '1');
      Reflect.set(Array.prototype, 'demoLast', () => undefined);
    }),
    { times: 2, pages: [] },
  );
  Reflect.deleteProperty(globalThis, 'demoCache');
  document.body.removeAttribute('data-demo');
  localStorage.removeItem('demo.draft');
  Reflect.deleteProperty(Array.prototype, 'demoLast');
  expect(report.changes.toSorted()).toEqual([
    'Array.prototype has demoLast',
    'in localStorage demo.draft',
    'its body has data-demo="on"',
    'the global demoCache',
  ]);
  expect(() => expectNoLeaks(report)).toThrow('the global demoCache');
});

test('what React begins to draw and drops, because it is stopped before it is shown, is no leak', async () => {
  const never = new Promise<never>(() => undefined);
  const Waiting = observer(function Waiting() {
    const { displayName } = useService(SESSION);
    use(never);
    return <p>{displayName}</p>;
  });
  const Page = () => (
    <>
      <Demo />
      <Suspense>
        <Waiting />
      </Suspense>
    </>
  );
  const web = defineWeb({ pages: { Demo: () => Promise.resolve({ default: Page }) }, dialogs, stores: [TickStore] });
  expectNoLeaks(await cycle({ manifest, web }, { times: 5 }));
});

test('a service that a plugin is the first to ask for, in whatever round, is none of its leaks', async () => {
  let rounds = 0;
  const report = await cycle(
    plant((context) => {
      rounds += 1;
      if (rounds > 4) context.get(TASKS);
    }),
    { times: 5, pages: [] },
  );
  expect(rounds).toBeGreaterThan(4);
  expectNoLeaks(report);
});

test('a fault while it is cycled is told instead of a count', async () => {
  const report = await cycle(
    plant((context) => {
      context.own(() => {
        throw new Error('does not go');
      });
    }),
    { times: 1, pages: [] },
  );
  expect(() => expectNoLeaks(report)).toThrow('demo failed (dispose) while it was cycled');
});

test('a watch that a test left behind is stopped, and what it wrapped is as it was', async () => {
  const { setTimeout: before, matchMedia: asked } = globalThis;
  const left = watchResources();
  expect(globalThis.setTimeout).not.toBe(before);
  stopLeftWatch();
  expect([left.isStopped, globalThis.setTimeout === before, globalThis.matchMedia === asked]).toEqual([
    true,
    true,
    true,
  ]);
});
