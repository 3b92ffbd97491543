import { observable, runInAction } from 'mobx';

import type { PluginEntry, PluginIndex } from '#core/contract/plugin-index.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import { offeredEntry } from '#core/contract/untrusted.ts';

import type { PluginContext } from '../plugin-context.ts';
import type { ScopeFault } from '../scope.ts';
import type { TraceSpan } from '../trace/trace.ts';
import type { LoadedCode } from '../kernel/outside-half.ts';
import { checkCode, inTime, LateActivation } from './activation.ts';
import { createFaultMeter, type FaultMeter } from './fault-meter.ts';
import {
  PluginUnavailable,
  type ActivePlugin,
  type Departure,
  type DepartureReason,
  type FaultPhase,
  type PluginRecord,
  type Plugins,
  type PluginState,
} from './plugins.ts';
import { LoadFailure } from './load-failure.ts';
import { createWaits } from './waits.ts';

/** A plugin whose container and scope are there. */
export interface OpenedPlugin {
  readonly context: PluginContext;
  /** @throws TypeError when something that the manifest promises was not provided */
  proveProvided(): void;
  /** Undoes everything, and takes the container away. */
  close(): Promise<readonly ScopeFault[]>;
}

/** Hears how plugins from outside fare. */
export interface OutsideReports {
  fault(entry: PluginEntry, phase: FaultPhase, error: unknown): void;
  /** It was activated. */
  active(entry: PluginEntry): void;
}

/** What the state machine of plugins works with. */
export interface PluginsOptions {
  loadIndex(): Promise<PluginIndex>;
  /** Fetches the code of a browser half. It is called again after a failure. */
  loadCode(entry: PluginEntry): Promise<LoadedCode>;
  loadTexts(id: string): Promise<void>;
  /** @throws TypeError when the browser half lacks what the manifest names */
  open(entry: PluginEntry, code: LoadedCode): OpenedPlugin;
  measure<T>(plugin: string, step: TraceSpan['step'], run: () => Promise<T>): Promise<T>;
  /**
   * Closes what is shown of a running plugin that has to stop; it stops when the promise is settled. Undefined when
   * nothing of it is shown: then it stops at once.
   */
  letGo?(departure: Departure): Promise<void> | undefined;
  /** Hears how plugins from outside fare. */
  reports?: OutsideReports | undefined;
  /** Hears every fault, for the log. */
  onFault(plugin: string, phase: FaultPhase | 'dispose', error: unknown): void;
}

/** One plugin's life; only this file writes it. */
interface Life {
  readonly id: string;
  readonly record: { -readonly [K in keyof PluginRecord]: PluginRecord[K] };
  readonly meter: FaultMeter;
  /** Failed activations since the last one that succeeded. */
  attempts: number;
  opened: OpenedPlugin | null;
  active: ActivePlugin | null;
  /** What the index says, whole: an untrusted plugin's own code may name what is not offered of it. */
  given: PluginEntry;
  /** What the index said of it when it was activated. */
  activatedAs: PluginEntry;
  /** The index lists it. */
  isListed: boolean;
  /** It stops when this is over. */
  departure: { why: DepartureReason; stay: AbortController } | null;
  flight: Promise<ActivePlugin> | null;
  ending: Promise<void> | null;
  /** Asked to stop while it was loading. */
  unwanted: boolean;
}

/** Makes the list of plugins and the one writer of their states. */
export function createPlugins(options: PluginsOptions): Plugins {
  const { loadIndex, loadCode, loadTexts, open, measure, onFault, reports, letGo = () => undefined } = options;
  const lives = new Map<string, Life>();
  const waits = createWaits();
  const view = observable(
    { list: [] as readonly PluginRecord[], leaving: [] as readonly PluginRecord[], loaded: false },
    {},
    { deep: false },
  );
  let loading: Promise<void> | null = null;
  let newestLoad = 0;

  function setState(life: Life, state: PluginState): void {
    runInAction(() => {
      life.record.state = state;
    });
  }

  function begin(entry: PluginEntry): Life {
    const record: Life['record'] = observable(
      { entry, state: { name: 'known' }, leaving: undefined, activatedBy: undefined } as Life['record'],
      {},
      { deep: false },
    );
    return {
      id: entry.manifest.id,
      record,
      meter: createFaultMeter(),
      attempts: 0,
      opened: null,
      active: null,
      given: entry,
      activatedAs: entry,
      isListed: true,
      departure: null,
      flight: null,
      ending: null,
      unwanted: false,
    };
  }

  async function apply(index: PluginIndex): Promise<void> {
    const endings: Array<Promise<void> | undefined> = [];
    runInAction(() => {
      const listed = index.plugins.map((given) => {
        const entry = offeredEntry(given);
        const life = lives.get(entry.manifest.id) ?? begin(entry);
        lives.set(life.id, life);
        life.isListed = true;
        life.given = given;
        life.record.entry = entry;
        const why = reasonToGo(life.activatedAs, entry);
        if (isRunning(life)) {
          endings.push(depart(life, why));
        } else if (life.record.state.name !== 'failed' || why !== null) {
          life.meter.clear();
          life.attempts = 0;
          setState(life, standing(entry));
        }
        return life;
      });
      const ids = new Set(listed.map(({ id }) => id));
      for (const life of lives.values()) {
        if (ids.has(life.id)) continue;
        life.isListed = false;
        if (isRunning(life)) endings.push(depart(life, 'gone'));
        else rest(life);
      }
      view.list = listed.map(({ record }) => record);
      view.loaded = true;
      listLeaving();
    });
    await Promise.all(endings.filter((ending) => ending !== undefined));
  }

  function listLeaving(): void {
    runInAction(() => {
      view.leaving = [...lives.values()].filter(({ isListed }) => !isListed).map(({ record }) => record);
    });
  }

  /** What a plugin is when nothing of it runs. */
  function rest(life: Life, state?: PluginState): void {
    runInAction(() => {
      life.record.leaving = undefined;
    });
    if (life.isListed) {
      setState(life, state ?? standing(life.record.entry));
      return;
    }
    lives.delete(life.id);
    setState(life, { name: 'hidden', reason: 'not-listed' });
    listLeaving();
  }

  /**
   * Stops a running plugin, after what is shown of it has been closed; or lets it run on.
   * @returns when it has stopped; undefined for one that runs on until then
   */
  function depart(life: Life, why: DepartureReason | null): Promise<void> | undefined {
    if (life.departure?.why === why) return undefined;
    callOff(life, why === null ? 'stays' : why);
    if (why === null) return undefined;
    if (life.active === null || life.ending !== null || why === 'session') return end(life);
    const stay = new AbortController();
    const closed = letGo({ plugin: life.id, why, entry: life.activatedAs, signal: stay.signal });
    if (closed === undefined) return end(life);
    const departure = { why, stay };
    life.departure = departure;
    runInAction(() => {
      life.record.leaving = why;
    });
    const stop = (): void => {
      if (life.departure === departure) void end(life);
    };
    void closed.then(stop, stop);
    return undefined;
  }

  function callOff(life: Life, reason: DepartureReason | 'stays'): void {
    const { departure } = life;
    life.departure = null;
    runInAction(() => {
      life.record.leaving = undefined;
    });
    departure?.stay.abort(reason);
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
    const { given } = life;
    let phase: FaultPhase = 'import';
    try {
      const [code] = await Promise.all([
        measure(id, 'import', () => loadCode(given)),
        loadTexts(id),
        ensurePartners(id, entry.manifest),
      ]);
      phase = 'activate';
      const web = checkCode(id, code);
      if (life.unwanted) throw new PluginUnavailable(id, 'stopped');
      const { context } = await measure(id, 'activate', async () => {
        const opened = open(entry, { ...code, default: web });
        life.opened = opened;
        await inTime(id, async () => web.activate?.(opened.context));
        opened.proveProvided();
        return opened;
      });
      if (life.unwanted) throw new PluginUnavailable(id, 'stopped');
      life.attempts = 0;
      life.active = Object.freeze({ id, context, web });
      setState(life, { name: 'active' });
      if (entry.source !== undefined) reports?.active(entry);
      return life.active;
    } catch (error) {
      const { opened } = life;
      life.opened = null;
      if (opened !== null) await close(life, opened);
      if (life.unwanted) {
        rest(life);
        throw new PluginUnavailable(id, 'stopped', error);
      }
      if (error instanceof LoadFailure) ({ phase } = error);
      life.attempts += 1;
      life.meter.add();
      setState(life, { name: 'failed', phase, attempts: life.attempts, error, quarantined: life.meter.isFull() });
      onFault(id, phase, error);
      if (entry.source !== undefined) reports?.fault(entry, phase, error);
      throw error;
    }
  }

  function start(life: Life, trigger: string): Promise<ActivePlugin> {
    life.unwanted = false;
    life.activatedAs = life.record.entry;
    runInAction(() => {
      life.record.activatedBy = trigger;
    });
    const run = async (): Promise<ActivePlugin> => {
      if (life.ending !== null) await life.ending;
      setState(life, { name: 'loading' });
      try {
        return await activate(life);
      } catch (error) {
        if (!isWorthAnotherTry(life)) throw error;
        setState(life, { name: 'loading' });
        return activate(life);
      }
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
    if (!life.isListed) return Promise.reject(new PluginUnavailable(id, 'unknown'));
    const standsAs = life.record.entry.state.name;
    if (standsAs === 'blocked' || (standsAs !== 'ready' && !trigger.startsWith('route:'))) {
      return Promise.reject(new PluginUnavailable(id, standsAs === 'locked' ? 'locked' : 'blocked'));
    }
    if (life.meter.isFull()) {
      const { state } = life.record;
      const cause = state.name === 'failed' ? state.error : undefined;
      return Promise.reject(new PluginUnavailable(id, 'quarantined', cause));
    }
    return start(life, trigger);
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
      life.departure = null;
      rest(life, after);
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
    get leaving() {
      return view.leaving;
    },
    find: (id) => [...view.list, ...view.leaving].find(({ entry }) => entry.manifest.id === id),
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
      if (life.activatedAs.source !== undefined) reports?.fault(life.activatedAs, phase, error);
      life.meter.add();
      const quarantined = life.meter.isFull();
      // Of one that hung nothing is left that could be shown.
      if (!quarantined && phase !== 'hang') return;
      void end(life, { name: 'failed', phase, attempts: life.meter.count(), error, quarantined });
    },
  };
}

function isRunning(life: Life): boolean {
  return life.active !== null || life.flight !== null;
}

/** A plugin from outside that failed for the first time is tried once more by itself. */
function isWorthAnotherTry({ record, attempts, unwanted }: Life): boolean {
  const { state } = record;
  if (state.name !== 'failed' || state.error instanceof LateActivation) return false;
  return record.entry.source !== undefined && attempts === 1 && !unwanted;
}

/** Why a plugin that was activated as one entry of the index cannot run on as another; null when it can. */
function reasonToGo(was: PluginEntry, is: PluginEntry): DepartureReason | null {
  if (is.state.name === 'blocked') return 'blocked';
  if (was.manifest.version !== is.manifest.version || was.source?.revision !== is.source?.revision) return 'updated';
  if (was.state.name === is.state.name) return null;
  if (was.state.name === 'login' || is.state.name === 'login') return 'session';
  // What was looked at while it was locked may be used from now on, as it stands.
  return is.state.name === 'locked' ? 'locked' : null;
}

function standing({ state }: PluginEntry): PluginState {
  switch (state.name) {
    case 'ready':
      return { name: 'ready' };
    case 'login':
      return { name: 'blocked', reason: 'login' };
    case 'blocked':
      return { name: 'blocked', reason: state.reason, details: state.details };
    case 'locked': {
      const { feature, unlockedBy } = state;
      return { name: 'locked', reason: feature === null ? 'tier' : 'feature', feature, level: unlockedBy };
    }
  }
}
