import { pause, throwIfCancelled } from './abort-error.ts';
import { explainFullDisk } from '#core/server/ground/full-disk.ts';
import type { RemoteNodes } from './remote-nodes.ts';
import type { RenderCache } from './render-cache.ts';
import type { GraphStatistics, RenderNode } from './render-graph.ts';
import type { Slots } from './slots.ts';

const POLL_MILLISECONDS = 100;

/** Thrown when another process evicted an input after it had been found in the cache. */
export class InputVanished extends Error {}

/** What the builder depends on. */
export interface NodeBuilderOptions {
  cache: RenderCache;
  slots: Slots;
  /** For nodes that are brief. */
  briefSlots: Slots;
  /** For nodes that are done together. */
  togetherSlots: Slots;
  statistics: GraphStatistics;
  remote?: RemoteNodes;
}

/** One node to build; its inputs are in the cache. */
export interface BuildRequest {
  node: RenderNode;
  key: string;
  inputKeys: readonly string[];
  signal: AbortSignal;
  /** Of those that wait for a slot, the lowest is built next. */
  turn: number;
  report: (share: number) => void;
}

/** Random, so that two processes that blocked each other do not collide again. */
const pollTime = () => POLL_MILLISECONDS * (0.5 + Math.random());

/**
 * Makes the function that brings one node into the cache: it finds that another process built it, fetches it
 * from the store shared between machines, or builds it. While another process is building it, the slot is free
 * for other nodes.
 */
export function createNodeBuilder(options: NodeBuilderOptions): (request: BuildRequest) => Promise<void> {
  const { cache, statistics, remote } = options;

  function slotsFor({ brief, together }: RenderNode): Slots {
    if (brief === true) return options.briefSlots;
    return together === true ? options.togetherSlots : options.slots;
  }

  async function buildHere({ node, key, inputKeys, signal, report }: BuildRequest): Promise<void> {
    for (const input of inputKeys) {
      if ((await cache.find(input)) !== 'ready') throw new InputVanished(`${node.operation}: input ${input}`);
    }
    const work = await cache.startWork();
    try {
      await node.build({ folder: work, inputs: inputKeys.map(cache.folderOf), signal, progress: report });
      throwIfCancelled(signal);
      await cache.publish(key, work, { operation: node.operation, weight: node.weight });
    } catch (error) {
      await cache.dropWork(work);
      throw error;
    }
    statistics.builds += 1;
  }

  async function fetchHere(from: RemoteNodes, { key, signal }: BuildRequest): Promise<boolean> {
    const work = await cache.startWork();
    try {
      const found = await from.fetch(key, work, signal);
      if (found) await cache.adopt(key, work);
      else await cache.dropWork(work);
      return found;
    } catch (error) {
      await cache.dropWork(work);
      throw error;
    }
  }

  async function shareOrBuild(from: RemoteNodes, request: BuildRequest): Promise<boolean> {
    if (await fetchHere(from, request)) {
      statistics.hits += 1;
      return true;
    }
    const release = await from.tryLock(request.key);
    if (release === undefined) return false;
    try {
      if (await fetchHere(from, request)) {
        statistics.hits += 1;
      } else {
        await buildHere(request);
        await from.publish(request.key, cache.folderOf(request.key));
      }
      return true;
    } finally {
      await release();
    }
  }

  /** @returns false when another process holds the node's lock */
  async function tryOnce(request: BuildRequest): Promise<boolean> {
    const { key } = request;
    const release = await cache.locks.tryLock(key);
    if (release === undefined) return false;
    try {
      const state = await cache.find(key);
      if (state === 'ready') {
        statistics.hits += 1;
        return true;
      }
      if (state === 'broken') {
        await cache.remove(key);
        statistics.repairs += 1;
      }
      if (remote !== undefined) return await shareOrBuild(remote, request);
      await buildHere(request);
      return true;
    } finally {
      await release();
    }
  }

  async function waitForOthers({ key, signal }: BuildRequest): Promise<void> {
    do {
      await pause(pollTime(), signal);
    } while ((await cache.locks.isLocked(key)) && (await cache.find(key)) !== 'ready');
  }

  return async (request) => {
    for (;;) {
      const release = await slotsFor(request.node).acquire(request.signal, request.turn);
      try {
        throwIfCancelled(request.signal);
        if (await tryOnce(request)) return;
      } catch (error) {
        explainFullDisk(error);
      } finally {
        release();
      }
      await waitForOthers(request);
    }
  };
}
