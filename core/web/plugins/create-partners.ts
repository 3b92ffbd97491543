import type { PluginManifest } from '#core/contract/plugin.ts';

import type { PluginRuntimes } from './plugin-runtimes.ts';
import type { Plugins } from './plugins.ts';

/** Activates the plugins that a plugin uses. Resolves even when one of them fails. */
export type EnsurePartners = (id: string, manifest: PluginManifest) => Promise<void>;

/** Creates it. Partners that provide tokens are activated first, so that a request for a token never has to wait. */
export function createPartners(runtimes: Pick<PluginRuntimes, 'get'>, ensure: Plugins['ensure']): EnsurePartners {
  const waits = createWaitGraph();
  return async (id, manifest) => {
    const partners = manifest.uses.flatMap((used) => {
      const runtime = runtimes.get(used);
      return runtime !== undefined && runtime.record.entry.manifest.provides.length > 0 ? [runtime] : [];
    });
    await Promise.all(
      partners.map(async ({ id: used, record: { entry } }) => {
        // Two that use each other do not wait for each other; a locked partner counts as missing.
        if (entry.state.name !== 'ready' || !waits.mayWait(id, used)) return;
        const done = waits.wait(id, used);
        try {
          await ensure(used, `token:${id}`);
        } catch {
          // Its own state says why it failed; here it counts as missing.
        } finally {
          done();
        }
      }),
    );
  };
}

/** The wait-for graph of activations: who waits for whom. */
interface WaitGraph {
  /** False if the other already waits for the first, directly or through others. */
  mayWait(waiting: string, other: string): boolean;
  wait(waiting: string, other: string): () => void;
}

function createWaitGraph(): WaitGraph {
  const edges = new Map<string, Set<string>>();

  function reaches(from: string, to: string, seen = new Set<string>()): boolean {
    if (from === to) return true;
    if (seen.has(from)) return false;
    seen.add(from);
    return [...(edges.get(from) ?? [])].some((next) => reaches(next, to, seen));
  }

  return {
    mayWait: (waiting, other) => !reaches(other, waiting),
    wait(waiting, other) {
      const others = edges.get(waiting) ?? new Set();
      edges.set(waiting, others.add(other));
      return () => {
        others.delete(other);
        if (others.size === 0) edges.delete(waiting);
      };
    },
  };
}
