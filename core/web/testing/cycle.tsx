import { clearTimers } from 'mobx-react-lite';

import type { KernelCensus } from '../kernel/kernel.ts';
import { KernelProvider } from '../react/KernelProvider.tsx';
import { SPACE } from '../space/space.ts';
import { TASKS } from '../tasks/tasks.ts';
import { openBench } from './bench.tsx';
import { fakeKernel, type FakeKernel, type FakeKernelOptions, type TestedPlugin } from './fake-kernel.ts';
import { drawDialog, drawPage } from './mount-plugin.tsx';
import { watchPage } from './watch-page.ts';
import { watchResources, type ResourceCounts } from './watch-resources.ts';

/** How a plugin is started and stopped repeatedly. */
export interface CycleOptions extends FakeKernelOptions {
  /** Number of rounds; 50 by default. */
  times?: number;
  /** The pages to show in each round; all of them by default. */
  pages?: readonly string[];
  /** The dialogs to show in each round, with their properties. */
  dialogs?: Readonly<Record<string, object>>;
}

type Counts = KernelCensus &
  ResourceCounts & {
    /** Held by services: topics listened to, commands, unsaved-work checks, pending calls. */
    topics: number;
    commands: number;
    questions: number;
    calls: number;
  };

/** What a plugin left behind. */
export interface CycleReport {
  plugin: string;
  times: number;
  before: Counts;
  after: Counts;
  /** What it has changed for everybody, and not taken back: globals, attributes of the page, storage. */
  changes: readonly string[];
  faults: FakeKernel['faults'];
}

/** Things made once and kept, such as a list of icons, are made in these warm-up rounds. */
const ROUNDS_BEFORE = 3;
/** How long timers and pending responses have to settle at most, on a busy machine. */
const MOST_REST_MILLISECONDS = 5000;
/** What has not changed for so long is settled. */
const REST_MILLISECONDS = 160;

/** Activates a plugin, shows its pages and stops it, repeatedly. */
export async function cycle(plugin: TestedPlugin, options: CycleOptions = {}): Promise<CycleReport> {
  const { times = 50, pages = Object.keys(plugin.web.pages ?? {}), dialogs = {} } = options;
  const watch = watchResources();
  try {
    const fake = await fakeKernel(plugin, options);
    // They follow the session from when they are first asked for, in whatever round that may be, and outlive the plugin.
    fake.kernel.get(TASKS);
    fake.kernel.get(SPACE);
    const page = watchPage();
    const round = async (): Promise<void> => {
      if (watch.isStopped) throw new Error('cycle: the test ended before it did');
      await live(fake, plugin, pages, dialogs);
    };
    for (let number = 0; number < ROUNDS_BEFORE; number += 1) await round();
    const count = (): Counts => {
      // What React began to draw and dropped was never shown, so nothing disposes it; this does so at once.
      clearTimers();
      return countAll(fake, watch.count());
    };
    const before = await atRest(count);
    for (let number = 0; number < times; number += 1) await round();
    const after = await atRest(count, before);
    const changes = page.changes();
    await fake.kernel.dispose();
    return { plugin: plugin.manifest.id, times, before, after, changes, faults: fake.faults };
  } finally {
    watch.stop();
  }
}

/**
 * Fails when a plugin left something behind, or something in it failed.
 * @throws Error listing what is left
 * @example expectNoLeaks(await cycle({ manifest, web }));
 */
export function expectNoLeaks({ plugin, times, before, after, changes, faults }: CycleReport): void {
  const [fault] = faults;
  if (fault !== undefined) {
    throw new Error(`${fault.plugin} failed (${fault.phase}) while it was cycled`, { cause: fault.error });
  }
  const left = (Object.keys(before) as Array<keyof Counts>)
    .filter((name) => after[name] > before[name])
    .map((name) => `${name}: ${before[name]} before, ${after[name]} after`)
    .concat(changes);
  if (left.length > 0) throw new Error(`${plugin} leaves something behind in ${times} rounds. ${left.join('; ')}`);
}

async function live(
  fake: FakeKernel,
  plugin: TestedPlugin,
  pages: readonly string[],
  dialogs: Readonly<Record<string, object>>,
): Promise<void> {
  const { id } = plugin.manifest;
  const { context } = await fake.kernel.plugins.ensure(id, 'route:cycle');
  const bench = await openBench(null);
  for (const page of pages) {
    await bench.draw(<KernelProvider kernel={fake.kernel}>{drawPage(plugin, page)}</KernelProvider>);
    await bench.until(() => fake.faults.length > 0 || bench.element.querySelector(`[data-plugin="${id}"]`));
    await bench.draw(null);
  }
  for (const [name, properties] of Object.entries(dialogs)) {
    const dialog = await drawDialog(plugin, context, name, { close: () => undefined, ...properties });
    await bench.draw(<KernelProvider kernel={fake.kernel}>{dialog}</KernelProvider>);
    await bench.draw(null);
  }
  await bench.remove();
  await fake.kernel.plugins.stop(id);
}

function countAll({ kernel, events, commands, router, http }: FakeKernel, resources: ResourceCounts): Counts {
  return {
    ...kernel.census(),
    ...resources,
    topics: events.listening,
    commands: commands.list.length,
    questions: router.asking,
    calls: http.underWay,
  };
}

/** @param aim the expected counts; returns as soon as they are reached, and without one as soon as counts stay */
async function atRest(count: () => Counts, aim?: Counts): Promise<Counts> {
  const end = performance.now() + MOST_REST_MILLISECONDS;
  let counts = count();
  let changed = performance.now();
  const names = Object.keys(counts) as Array<keyof Counts>;
  const isThere = (): boolean =>
    aim === undefined
      ? performance.now() - changed >= REST_MILLISECONDS
      : names.every((name) => counts[name] <= aim[name]);
  while (performance.now() < end && !isThere()) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const next = count();
    if (names.some((name) => next[name] !== counts[name])) changed = performance.now();
    counts = next;
  }
  return counts;
}
