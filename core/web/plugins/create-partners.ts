import type { PluginManifest } from '#core/contract/plugin.ts';

import type { Lives } from './create-lives.ts';
import type { Plugins } from './plugins.ts';
import { createWaits } from './waits.ts';

/** Activates what a plugin uses. It settles also when one of them failed. */
export type EnsurePartners = (id: string, manifest: PluginManifest) => Promise<void>;

/** Makes it. Partners that provide tokens come first, so that asking for one of them never has to wait. */
export function createPartners(lives: Pick<Lives, 'get'>, ensure: Plugins['ensure']): EnsurePartners {
  const waits = createWaits();
  return async (id, manifest) => {
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
  };
}
