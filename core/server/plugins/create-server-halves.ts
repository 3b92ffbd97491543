import { AsyncLocalStorage } from 'node:async_hooks';

import type { Logger } from 'pino';
import { z } from 'zod';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { Database } from '#core/server/ground/database/database.ts';
import { isMessageKey, translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { HalfState } from '#core/server/services/plugin-registry/half-state.ts';

import type { ServerContext } from './context.ts';
import { createFaultCount } from './fault-count.ts';
import { guardProvision } from './guard-provision.ts';
import { halfParts } from './half-parts.ts';
import { HANG_MILLISECONDS } from './hang-watch.ts';
import { narrowContext } from './narrow-context.ts';
import {
  RETRY_SERVER_HALF,
  type FaultPlace,
  type HalfFault,
  type HalfRegistries,
  type LoadedHalf,
  type ServerHalvesService,
  type StartedHalf,
} from './server-halves.ts';
import { startHalf } from './start-half.ts';

const retrySchema = z.object({ id: z.string() });

/** Faults within a minute after which the routes of a half are suspended. */
const QUARANTINE_FAULTS = 3;
/** Most faults of one half recorded per minute; more would add nothing. */
const NOTED_FAULTS = 20;
const PROBLEM_LETTERS = 1_000;

const COUNTED: ReadonlySet<FaultPlace> = new Set<FaultPlace>(['route', 'upload', 'service', 'stray']);

interface HalfRecord {
  state: HalfState['state'];
  problem: string | null;
  half?: LoadedHalf;
  started?: StartedHalf;
  /** Its routes are suspended after three faults; they can be resumed. */
  resting?: true;
}

/** What halves are started with. */
interface StartOptions {
  ctx: ServerContext;
  registries: HalfRegistries;
}

/** Creates the {@link ServerHalvesService} of a process, with no halves yet. */
export function createServerHalves(options: {
  db: Database;
  clock: Clock;
  log: Logger;
  /** Milliseconds without a word after which work of a half is given up; two hours by default. */
  hangMilliseconds?: number;
}): ServerHalvesService {
  const { db, clock, log, hangMilliseconds = HANG_MILLISECONDS } = options;
  const records = new Map<string, HalfRecord>();
  const listeners = new Set<(id: string) => void>();
  const faultListeners = new Set<Parameters<ServerHalvesService['onFault']>[0]>();
  const owner = new AsyncLocalStorage<string>();
  const counted = createFaultCount(clock.now);
  const noted = createFaultCount(clock.now);
  let startedWith: StartOptions | undefined;
  /** Faults before the start, kept until they can be stored. */
  const early: HalfFault[] = [];
  let note: (fault: HalfFault) => Promise<void> = async (fault) => void early.push(fault);

  const within = <T>(id: string, work: () => T): T => owner.run(id, work);

  function change(id: string, record: HalfRecord): void {
    records.set(id, record);
    for (const listener of listeners) listener(id);
  }

  function keep(fault: HalfFault): void {
    if (noted.add(fault.plugin) > NOTED_FAULTS) return;
    note(fault).catch((error: unknown) => {
      log.warn({ err: error, plugin: fault.plugin }, 'a fault of a plugin could not be noted');
    });
  }

  function failed(id: string, error: unknown): void {
    const problem = problemOf(error);
    log.error({ err: error, plugin: id }, 'the server half of a plugin has failed; everything else goes on');
    const half = records.get(id)?.half;
    change(id, { state: 'failed', problem, ...(half === undefined ? {} : { half }) });
    keep({ ...faultOf(id, half), message: problem });
  }

  async function attempt<T>(id: string, work: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await within(id, work);
    } catch (error) {
      failed(id, error);
      return undefined;
    }
  }

  function fault(id: string, error: unknown, place: FaultPlace): void {
    log.error({ err: error, plugin: id, place }, 'the server half of a plugin had a fault');
    for (const listener of faultListeners) listener(id, error, place);
    const record = records.get(id);
    if (record === undefined) return;
    keep({ ...faultOf(id, record.half), message: `${place}: ${problemOf(error)}` });
    if (!COUNTED.has(place) || counted.add(id) < QUARANTINE_FAULTS || record.state !== 'running') return;
    log.error({ plugin: id }, 'three faults within a minute: the routes of a plugin rest');
    const problem = `${QUARANTINE_FAULTS} faults within a minute, the last one: ${problemOf(error)}`;
    change(id, { ...record, state: 'failed', problem, resting: true });
  }

  function wake(id: string): void {
    const record = records.get(id);
    if (record?.resting === undefined) return;
    counted.clear(id);
    const { resting: _resting, ...rest } = record;
    change(id, { ...rest, state: 'running', problem: null });
    log.info({ plugin: id }, 'the routes of a plugin serve again');
  }

  let hearing: Promise<void> | undefined;
  const hearRetries = (): Promise<void> => {
    const onMessage = (data: unknown): void => {
      const message = retrySchema.safeParse(data);
      if (message.success) wake(message.data.id);
    };
    return (hearing ??= db.notifications.listen({ topic: RETRY_SERVER_HALF, onMessage }));
  };

  /** Registers what a half provides to the others. @returns starts it, unless it has failed by then */
  function register(half: LoadedHalf, { ctx, registries }: StartOptions): () => Promise<void> {
    const { id } = half.manifest;
    const { provisions, hooks, schedules } = registries;
    const own = narrowContext(ctx, half.manifest);
    const guard = {
      ...{ id, isUp: () => records.get(id)?.state === 'running' },
      within: <T>(work: () => T) => within(id, work),
      fault: (error: unknown, place: FaultPlace) => fault(id, error, place),
      hangMilliseconds,
    };
    provisions.add({
      ...{ id, isUp: guard.isUp },
      make: () => within(id, () => half.server.provides?.(own) ?? []),
      wrap: (provision) => guardProvision(provision, guard),
      failed: (error) => failed(id, error),
    });
    return async () => {
      // It may have failed while another one used what it provides.
      if (!guard.isUp()) return;
      const started = await attempt(id, () =>
        startHalf(half, own, guard, { provides: provisions.open(id), hooks, schedules }),
      );
      if (started !== undefined) records.set(id, { state: 'running', problem: null, half, started });
    };
  }

  const opened = () =>
    [...records.values()].flatMap(({ state, half }) => (state === 'running' && half !== undefined ? [half] : []));

  return {
    attempt,
    within,
    fault,
    opened,
    onChange: (listener) => void listeners.add(listener),
    onFault: (listener) => void faultListeners.add(listener),

    states: () =>
      new Map(
        [...records].map(([id, { state, problem, half, started, resting = false }]) => [
          id,
          {
            ...{ state, resting, problem, parts: partsOf(started) },
            ...{ callsHash: half?.callsHash ?? null, calls: half?.callHashes ?? null },
          },
        ]),
      ),

    started: () => [...records.values()].flatMap(({ started }) => started ?? []),

    async open(id, load) {
      const half = await attempt(id, load);
      if (half !== undefined) records.set(id, { state: 'running', problem: null, half });
    },

    addMissing(id) {
      const problem = `there is no plugins/${id} in the data folder; put it back, or purge what it has left`;
      records.set(id, { state: 'missing', problem });
      log.warn({ plugin: id }, 'the server half of a plugin is missing, its tables are there');
    },

    async start(ctx, { note: keepFault, ...registries }) {
      note = keepFault;
      for (const fault of early.splice(0)) keep(fault);
      startedWith = { ctx, registries };
      // They were found in any order.
      const halves = opened().toSorted((a, b) => (a.manifest.id < b.manifest.id ? -1 : 1));
      if (halves.length > 0) await hearRetries();
      // All of them first: one may use another while it starts.
      const steps = halves.map((half) => register(half, { ctx, registries }));
      for (const step of steps) await step();
    },

    async restart(id, load) {
      if (startedWith === undefined) throw new TypeError('halves: restart() before start()');
      await hearRetries();
      const { hooks, provisions, schedules } = startedWith.registries;
      hooks.forget(id);
      schedules.add(id, [], []);
      provisions.add({ id, isUp: () => false, make: () => [] });
      counted.clear(id);
      const half = await attempt(id, load);
      if (half === undefined) return;
      change(id, { state: 'running', problem: null, half });
      await register(half, startedWith)();
      listeners.forEach((listener) => listener(id));
    },

    assertServing(id, language) {
      const record = records.get(id);
      if (record?.state === 'running') return;
      fail('core:plugin.server-failed', { plugin: titleOf(id, record?.half, language) }, { kind: 'unavailable' });
    },

    titleOf: (id, language) => titleOf(id, records.get(id)?.half, language),

    async retry(id) {
      wake(id);
      await db.notifications.send(db, RETRY_SERVER_HALF, { id });
    },

    claim(error) {
      const id = owner.getStore();
      if (id === undefined) return false;
      fault(id, error, 'stray');
      return true;
    },

    async sweep() {
      let removed = 0;
      for (const { started } of records.values()) {
        if (started === undefined) continue;
        const { id } = started.manifest;
        try {
          const count = await within(id, async () => await started.server.sweep?.(started.ctx));
          removed += typeof count === 'number' ? count : 0;
        } catch (error) {
          fault(id, error, 'sweep');
        }
      }
      return removed;
    },
  };
}

function partsOf(started: StartedHalf | undefined): HalfState['parts'] {
  if (started === undefined) return null;
  const { routes, jobs, uploads, server } = started;
  return halfParts({
    ...{ ...started, routes: routes.length, jobs: Object.keys(jobs), uploads: Object.keys(uploads) },
    schedules: server.schedules,
  });
}

function faultOf(id: string, half: LoadedHalf | undefined): Omit<HalfFault, 'message'> {
  return { plugin: id, version: half?.manifest.version ?? '', phase: 'server', accountId: null };
}

function titleOf(id: string, half: LoadedHalf | undefined, language: MessageLanguage): string {
  const key = half?.manifest.title ?? '';
  return isMessageKey(key) ? translate(language, key) : id;
}

/** An error's message for operators and authors. */
function problemOf(error: unknown): string {
  const text =
    error instanceof ExpectedError
      ? translate('en', error.code, error.params)
      : error instanceof Error
        ? `${error.name}: ${error.message}`
        : String(error);
  return text.slice(0, PROBLEM_LETTERS);
}
