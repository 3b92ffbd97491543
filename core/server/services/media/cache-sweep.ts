import type { CachedNode, RenderCache } from './render-cache.ts';

/** The limits of the cache. */
export interface SweepOptions {
  /** The most bytes that all outputs may take together. */
  maxBytes: number;
  /** Days after its last use at which an output is removed. */
  maxAgeDays: number;
  /** Seconds after its last use during which an output is never removed, since another process may be reading it. */
  graceSeconds: number;
  /** Outputs that this process is using. */
  isPinned(key: string): boolean;
}

const DAY_MILLISECONDS = 24 * 3600_000;

/** Makes the function that evicts outputs that are too old, then the least recently used until the rest fits. */
export function createCacheSweep(cache: RenderCache, options: SweepOptions): () => Promise<{ removed: number }> {
  const sizes = new Map<string, number>();

  async function sized(nodes: readonly CachedNode[]): Promise<Map<string, number>> {
    const present = new Map<string, number>();
    for (const { key } of nodes) present.set(key, sizes.get(key) ?? (await cache.sizeOf(key)));
    sizes.clear();
    for (const [key, size] of present) sizes.set(key, size);
    return sizes;
  }

  async function evict(key: string, oldest: number): Promise<boolean> {
    const release = await cache.locks.tryLock(key);
    if (release === undefined) return false;
    try {
      return !options.isPinned(key) && (await cache.remove(key, (usedAt) => usedAt > oldest || options.isPinned(key)));
    } finally {
      await release();
    }
  }

  return async () => {
    // One process at a time is enough: all processes share the folder.
    const release = await cache.locks.tryLock('sweep');
    if (release === undefined) return { removed: 0 };
    let removed = 0;
    try {
      const now = Date.now();
      const nodes: CachedNode[] = [];
      for await (const node of cache.list()) nodes.push(node);
      nodes.sort((a, b) => a.usedAt - b.usedAt);
      const sizeOf = await sized(nodes);
      let total = [...sizeOf.values()].reduce((sum, size) => sum + size, 0);
      const protectedSince = now - options.graceSeconds * 1000;
      for (const { key, usedAt } of nodes) {
        const tooOld = now - usedAt > options.maxAgeDays * DAY_MILLISECONDS;
        if (!tooOld && total <= options.maxBytes) break;
        if (usedAt > protectedSince || options.isPinned(key)) continue;
        if (await evict(key, protectedSince)) {
          removed += 1;
          total -= sizeOf.get(key) ?? 0;
          sizes.delete(key);
        }
      }
    } finally {
      await release();
    }
    return { removed };
  };
}
