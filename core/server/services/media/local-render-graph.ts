import { availableParallelism } from 'node:os';

import { throwIfCancelled } from './abort-error.ts';
import { createCacheSweep } from './cache-sweep.ts';
import { createMakeProgress, type MakeProgress } from './make-progress.ts';
import { createNodeBuilder, InputVanished } from './node-builder.ts';
import { createNodeKeys } from './node-key.ts';
import { createPins } from './node-pins.ts';
import type { RemoteNodes } from './remote-nodes.ts';
import { createRenderCache } from './render-cache.ts';
import type { GraphStatistics, MakeOptions, RenderGraph, RenderNode } from './render-graph.ts';
import { createSharedWork } from './shared-work.ts';
import { createSlots } from './slots.ts';

const SWEEP_EVERY_MILLISECONDS = 60_000;
const LOOKUPS_AT_ONCE = 16;
/** Nodes for each core that are built at once where a tool does several of them together. */
const TOGETHER = 8;
const TRIES = 3;

/** Settings of {@link createRenderGraph}. */
export interface RenderGraphOptions {
  /** The cache's folder; any number of processes on this machine may share it. */
  folder: string;
  /** Part of every key: must change whenever the same node would produce a different output. */
  engineVersion: string;
  /** The most bytes that the cache may take; 20 GB by default. */
  maxBytes?: number;
  /** Days without use after which an output is removed; 30 by default. */
  maxAgeDays?: number;
  /**
   * The most nodes built at once, as many brief ones beside them, and more of those that are done together; the number
   * of cores by default.
   */
  concurrency?: number;
  /** How a cached output is checked on first use; `checksum` by default. */
  verify?: 'checksum' | 'size';
  /** Seconds after its last use during which no process evicts an output; 600 by default. */
  graceSeconds?: number;
  /** The store shared with other machines. */
  remote?: RemoteNodes;
}

/** A {@link RenderGraph} with its cache on this machine's disk. */
export interface LocalRenderGraph extends RenderGraph {
  /**
   * Evicts by age and size now, in the shared store too. The local cache is also swept after builds, at most
   * once a minute.
   */
  sweep(): Promise<{ removed: number }>;
  /** Waits for background work and releases the shared store's connection. */
  close(): Promise<void>;
}

/** The nodes missing from the cache, by key; inputs come before the nodes that read them. */
type Missing = Map<string, RenderNode>;

/**
 * Creates a render graph. Nothing is read or started before the first `make`.
 * @throws TypeError for a concurrency below 1
 */
export function createRenderGraph(options: RenderGraphOptions): LocalRenderGraph {
  const keyOf = createNodeKeys(options.engineVersion);
  const cache = createRenderCache({ folder: options.folder, verify: options.verify ?? 'checksum' });
  const statistics: GraphStatistics = { hits: 0, builds: 0, repairs: 0 };
  const pins = createPins((keys) => cache.touch(keys));
  const lookups = createSlots(LOOKUPS_AT_ONCE);
  const shared = createSharedWork();
  const concurrency = options.concurrency ?? availableParallelism();
  const build = createNodeBuilder({
    cache,
    statistics,
    remote: options.remote,
    slots: createSlots(concurrency),
    briefSlots: createSlots(concurrency),
    togetherSlots: createSlots(concurrency * TOGETHER),
  });
  const sweepNow = createCacheSweep(cache, {
    maxBytes: options.maxBytes ?? 20e9,
    maxAgeDays: options.maxAgeDays ?? 30,
    graceSeconds: options.graceSeconds ?? 600,
    isPinned: pins.has,
  });
  let opened: Promise<void> | undefined;
  let sweptAt = Number.NEGATIVE_INFINITY;
  let turns = 0;
  let sweeping: Promise<unknown> = Promise.resolve();

  function open(): Promise<void> {
    opened ??= cache.open().catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  }

  async function isReady(key: string, signal?: AbortSignal): Promise<boolean> {
    const release = await lookups.acquire(signal);
    try {
      return (await cache.find(key)) === 'ready';
    } finally {
      release();
    }
  }

  /** Pins and looks up the wanted nodes, and the inputs of those that are missing; collects every key in `keys`. */
  async function survey(nodes: readonly RenderNode[], keys: Set<string>, signal?: AbortSignal): Promise<Missing> {
    const absent = new Set<string>();
    const visits = new Map<string, Promise<void>>();
    function visit(node: RenderNode): Promise<void> {
      const key = keyOf(node);
      let visited = visits.get(key);
      if (visited === undefined) {
        if (!keys.has(key)) {
          keys.add(key);
          pins.add(key);
        }
        visited = look(node, key);
        visits.set(key, visited);
      }
      return visited;
    }
    async function look(node: RenderNode, key: string): Promise<void> {
      if (await isReady(key, signal)) {
        statistics.hits += 1;
        options.remote?.touch(key);
        return;
      }
      absent.add(key);
      await Promise.all(node.inputs.map(visit));
    }
    try {
      await Promise.all(nodes.map(visit));
    } catch (error) {
      // Wait for every lookup: one still running would pin its node after the caller has released its pins.
      for (let known = -1; known < visits.size;) {
        known = visits.size;
        await Promise.allSettled(visits.values());
      }
      throw error;
    }
    return inOrder(nodes, absent);
  }

  /** The missing nodes in the order in which they were asked for, each after its inputs. */
  function inOrder(nodes: readonly RenderNode[], absent: ReadonlySet<string>, missing: Missing = new Map()): Missing {
    for (const node of nodes) {
      const key = keyOf(node);
      if (!absent.has(key) || missing.has(key)) continue;
      inOrder(node.inputs, absent, missing);
      missing.set(key, node);
    }
    return missing;
  }

  /** Builds what is missing, inputs first. After a failure it still waits until everything has stopped. */
  async function buildMissing(
    missing: Missing,
    progress: MakeProgress,
    turn: number,
    signal?: AbortSignal,
  ): Promise<void> {
    const stop = new AbortController();
    const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    const running = new Map<string, Promise<void>>();
    for (const [key, node] of missing) {
      const inputKeys = node.inputs.map(keyOf);
      const work = async () => {
        await Promise.all(inputKeys.flatMap((input) => running.get(input) ?? []));
        await shared.join(
          key,
          either,
          (own, report) => build({ node, key, inputKeys, signal: own, turn, report }),
          (share) => progress.report(key, share),
        );
        progress.finish(key);
      };
      const promise = work();
      promise.catch(() => stop.abort());
      running.set(key, promise);
    }
    try {
      await Promise.all(running.values());
    } catch (error) {
      await Promise.allSettled(running.values());
      throwIfCancelled(signal);
      throw error;
    }
  }

  async function ensure(
    nodes: readonly RenderNode[],
    keys: Set<string>,
    turn: number,
    { signal, onProgress }: MakeOptions,
  ): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const missing = await survey(nodes, keys, signal);
      const weights = new Map([...missing].map(([key, node]) => [key, node.weight]));
      const progress = createMakeProgress(weights, onProgress);
      try {
        await buildMissing(missing, progress, turn, signal);
        progress.end();
        if (missing.size > 0) sweepSometimes();
        return;
      } catch (error) {
        if (!(error instanceof InputVanished) || attempt === TRIES) throw error;
      }
    }
  }

  function sweepSometimes(): void {
    const now = performance.now();
    if (now - sweptAt < SWEEP_EVERY_MILLISECONDS) return;
    sweptAt = now;
    // A failed sweep only leaves the cache larger; the next one tries again.
    sweeping = sweepNow().catch(() => undefined);
  }

  return {
    key: keyOf,
    statistics,
    async make(nodes, use, makeOptions = {}) {
      throwIfCancelled(makeOptions.signal);
      const turn = turns++;
      await open();
      const keys = new Set<string>();
      try {
        await ensure(nodes, keys, turn, makeOptions);
        return await use(nodes.map((node) => cache.folderOf(keyOf(node))));
      } finally {
        for (const key of keys) pins.remove(key);
      }
    },
    async recall(node, use) {
      await open();
      const key = keyOf(node);
      pins.add(key);
      try {
        return (await isReady(key)) ? await use(cache.folderOf(key)) : null;
      } finally {
        pins.remove(key);
      }
    },
    async discard(key) {
      await open();
      await options.remote?.remove(key);
      if (await cache.remove(key)) statistics.repairs += 1;
    },
    async sweep() {
      await open();
      await sweeping;
      const local = await sweepNow();
      const elsewhere = await options.remote?.sweep();
      return { removed: local.removed + (elsewhere?.removed ?? 0) };
    },
    async close() {
      await sweeping;
      await options.remote?.close();
    },
  };
}
