import { observable, runInAction } from 'mobx';

import type { PluginEntry, PluginIndex } from '#core/contract/plugin-index.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';

import type { WebPlugin } from '../define-web.ts';
import type { PluginContext } from '../plugin-context.ts';
import type { ScopeFault } from '../scope.ts';
import type { TraceSpan } from '../trace/trace.ts';
import { createFaultMeter, type FaultMeter } from './fault-meter.ts';
import {
  PluginUnavailable,
  type ActivePlugin,
  type FaultPhase,
  type PluginRecord,
  type Plugins,
  type PluginState,
} from './plugins.ts';
import { createWaits } from './waits.ts';

const ACTIVATION_MILLISECONDS = 30_000;

/** A plugin whose container and scope are there. */
export interface OpenedPlugin {
  readonly context: PluginContext;
  /** @throws TypeError when something that the manifest promises was not provided */
  proveProvided(): void;
  /** Undoes everything, and takes the container away. */
  close(): Promise<readonly ScopeFault[]>;
}

/** What the state machine of plugins works with. */
export interface PluginsOptions {
  loadIndex(): Promise<PluginIndex>;
  /** Fetches the code of a browser half. It is called again after a failure. */
  loadCode(entry: PluginEntry): Promise<{ default: WebPlugin }>;
  loadTexts(id: string): Promise<void>;
  /** @throws TypeError when the browser half lacks what the manifest names */
  open(manifest: PluginManifest, web: WebPlugin): OpenedPlugin;
  measure<T>(plugin: string, step: TraceSpan['step'], run: () => Promise<T>): Promise<T>;
  /** Hears every fault, for the log. */
  onFault(plugin: string, phase: FaultPhase | 'dispose', error: unknown): void;
}

/** One plugin's life; only this file writes it. */
interface Life {
  readonly id: string;
  readonly record: { entry: PluginEntry; state: PluginState };
  readonly meter: FaultMeter;
  /** Failed activations since the last one that succeeded. */
  attempts: number;
  opened: OpenedPlugin | null;
  active: ActivePlugin | null;
  /** What the index said of it when it was activated. */
  activatedAs: string;
  flight: Promise<ActivePlugin> | null;
  ending: Promise<void> | null;
  /** Asked to stop while it was loading. */
  unwanted: boolean;
}

/** Makes the list of plugins and the one writer of their states. */
export function createPlugins(options: PluginsOptions): Plugins {
  const { loadIndex, loadCode, loadTexts, open, measure, onFault } = options;
  const lives = new Map<string, Life>();
  const waits = createWaits();
  const view = observable({ list: [] as readonly PluginRecord[], loaded: false }, {}, { deep: false });
  let loading: Promise<void> | null = null;
  let newestLoad = 0;

  function setState(life: Life, state: PluginState): void {
    runInAction(() => {
      life.record.state = state;
    });
  }

  function begin(entry: PluginEntry): Life {
    const record = observable({ entry, state: { name: 'known' } as PluginState }, {}, { deep: false });
    return {
      id: entry.manifest.id,
      record,
      meter: createFaultMeter(),
      attempts: 0,
      opened: null,
      active: null,
      activatedAs: entry.state.name,
      flight: null,
      ending: null,
      unwanted: false,
    };
  }

  async function apply(index: PluginIndex): Promise<void> {
    const endings: Array<Promise<void>> = [];
    runInAction(() => {
      const listed = index.plugins.map((entry) => {
        const life = lives.get(entry.manifest.id) ?? begin(entry);
        lives.set(life.id, life);
        const { version } = life.record.entry.manifest;
        life.record.entry = entry;
        const isRunning = life.active !== null || life.flight !== null;
        const stays = life.activatedAs === entry.state.name && version === entry.manifest.version;
        if (isRunning && !stays) endings.push(end(life));
        if (!isRunning && (life.record.state.name !== 'failed' || !stays)) {
          life.meter.clear();
          setState(life, standing(entry));
        }
        return life;
      });
      const ids = new Set(listed.map(({ id }) => id));
      for (const life of lives.values()) {
        if (ids.has(life.id)) continue;
        lives.delete(life.id);
        endings.push(end(life).then(() => setState(life, { name: 'hidden', reason: 'not-listed' })));
      }
      view.list = listed.map(({ record }) => record);
      view.loaded = true;
    });
    await Promise.all(endings);
  }

  /** Partners that provide tokens come first, so that asking for one of them never has to wait. */
  async function ensurePartners(id: string, manifest: PluginManifest): Promise<void> {
    const partners = manifest.uses.flatMap((used) => {
      const life = lives.get(used);
      return life !== undefined && life.record.entry.manifest.provides.length > 0 ? [life] : [];
    });
    await Promise.all(
      partners.map(async ({ id: used, record: { entry } }) => {
        // Two that use each other do not wait for each other; a locked one is like a missing one.
        if (entry.state.name !== 'ready' || !waits.mayWait(id, used)) return;
        const done = waits.wait(id, used);
        try {
          await ensure(used, `token:${id}`);
        } catch {
          // It is `failed` and says why; here it counts as missing.
        } finally {
          done();
        }
      }),
    );
  }

  async function activate(life: Life): Promise<ActivePlugin> {
    const { id } = life;
    const { entry } = life.record;
    let phase: FaultPhase = 'import';
    let opened: OpenedPlugin | undefined;
    try {
      const [code] = await Promise.all([
        measure(id, 'import', () => loadCode(entry)),
        loadTexts(id),
        ensurePartners(id, entry.manifest),
      ]);
      phase = 'activate';
      const web = checkCode(id, code);
      if (life.unwanted) throw new PluginUnavailable(id, 'stopped');
      opened = open(entry.manifest, web);
      life.opened = opened;
      const { context } = opened;
      await measure(id, 'activate', () => inTime(id, async () => web.activate?.(context)));
      opened.proveProvided();
      if (life.unwanted) throw new PluginUnavailable(id, 'stopped');
      life.attempts = 0;
      life.active = Object.freeze({ id, context, web });
      setState(life, { name: 'active' });
      return life.active;
    } catch (error) {
      life.opened = null;
      if (opened !== undefined) await close(life, opened);
      if (life.unwanted) {
        setState(life, standing(life.record.entry));
        throw new PluginUnavailable(id, 'stopped', error);
      }
      life.attempts += 1;
      life.meter.add();
      setState(life, { name: 'failed', phase, attempts: life.attempts, error });
      onFault(id, phase, error);
      throw error;
    }
  }

  function start(life: Life): Promise<ActivePlugin> {
    life.unwanted = false;
    life.activatedAs = life.record.entry.state.name;
    const run = async (): Promise<ActivePlugin> => {
      if (life.ending !== null) await life.ending;
      setState(life, { name: 'loading' });
      return activate(life);
    };
    // A rejected flight is dropped, so that the next one tries anew.
    life.flight = run().finally(() => {
      life.flight = null;
    });
    return life.flight;
  }

  function ensure(id: string, trigger: string): Promise<ActivePlugin> {
    const life = lives.get(id);
    if (life === undefined) {
      if (loading === null) return Promise.reject(new PluginUnavailable(id, 'unknown'));
      return loading.then(
        () => (lives.has(id) ? ensure(id, trigger) : Promise.reject(new PluginUnavailable(id, 'unknown'))),
        (error: unknown) => Promise.reject(new PluginUnavailable(id, 'unknown', error)),
      );
    }
    if (life.active !== null && life.ending === null) return Promise.resolve(life.active);
    if (life.flight !== null) {
      const again = (): Promise<ActivePlugin> => ensure(id, trigger);
      return life.unwanted ? life.flight.then(again, again) : life.flight;
    }
    if (!trigger.startsWith('route:') && life.record.entry.state.name !== 'ready') {
      return Promise.reject(
        new PluginUnavailable(id, life.record.entry.state.name === 'locked' ? 'locked' : 'blocked'),
      );
    }
    if (life.meter.isFull()) {
      const { state } = life.record;
      const cause = state.name === 'failed' ? state.error : undefined;
      return Promise.reject(new PluginUnavailable(id, 'quarantined', cause));
    }
    return start(life);
  }

  async function close(life: Life, opened: OpenedPlugin): Promise<void> {
    const faults = await measure(life.id, 'dispose', () => opened.close());
    for (const { error } of faults) onFault(life.id, 'dispose', error);
  }

  /** @param after what it is then; what the index says when absent */
  function end(life: Life, after?: PluginState): Promise<void> {
    if (life.ending !== null) return life.ending;
    if (life.active === null && life.flight !== null) {
      life.unwanted = true;
      return life.flight.then(
        () => undefined,
        () => undefined,
      );
    }
    const { opened } = life;
    if (opened === null) return Promise.resolve();
    setState(life, { name: 'stopping' });
    const run = async (): Promise<void> => {
      await close(life, opened);
      life.opened = null;
      life.active = null;
      life.ending = null;
      setState(life, after ?? standing(life.record.entry));
    };
    life.ending = run();
    return life.ending;
  }

  return {
    get list() {
      return view.list;
    },
    get loaded() {
      return view.loaded;
    },
    find: (id) => view.list.find(({ entry }) => entry.manifest.id === id),
    load() {
      newestLoad += 1;
      const mine = newestLoad;
      const run = async (): Promise<void> => {
        try {
          const index = await loadIndex();
          // An answer that was asked for earlier may be of the session before.
          if (mine === newestLoad) await apply(index);
          else await loading;
        } finally {
          if (mine === newestLoad) loading = null;
        }
      };
      const load = run();
      loading = load;
      return load;
    },
    ensure,
    async stop(id) {
      const life = lives.get(id);
      if (life !== undefined) await end(life);
    },
    async retry(id) {
      const life = lives.get(id);
      if (life === undefined) throw new PluginUnavailable(id, 'unknown');
      life.meter.clear();
      // Whoever presses the button stands before a page that the guard let in.
      await ensure(id, 'route:retry');
    },
    report(id, phase, error) {
      onFault(id, phase, error);
      const life = lives.get(id);
      if (life === undefined || life.active === null || life.ending !== null) return;
      life.meter.add();
      if (!life.meter.isFull()) return;
      void end(life, { name: 'failed', phase, attempts: life.meter.count(), error });
    },
  };
}

function standing({ state }: PluginEntry): PluginState {
  switch (state.name) {
    case 'ready':
      return { name: 'ready' };
    case 'login':
      return { name: 'blocked', reason: 'login' };
    case 'locked':
      return { name: 'locked', reason: 'feature', feature: state.feature, level: state.unlockedBy };
  }
}

function checkCode(id: string, code: { default?: WebPlugin } | undefined): WebPlugin {
  const web = code?.default;
  if (typeof web !== 'object' || web === null) {
    throw new TypeError(`plugins/${id}/web/index.ts must default-export defineWeb({ … })`);
  }
  return web;
}

async function inTime(id: string, run: () => Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`activate() of "${id}" did not end within ${ACTIVATION_MILLISECONDS / 1000} s`)),
      ACTIVATION_MILLISECONDS,
    );
  });
  try {
    await Promise.race([run(), late]);
  } finally {
    clearTimeout(timer);
  }
}
