import { reaction } from 'mobx';

import type { Kernel } from '#core/web/kernel/kernel.ts';
import { createPluginLog } from '#core/web/kernel/plugin-log.ts';
import { STORAGE } from '#core/web/storage/storage.ts';

/**
 * Looks, now and whenever the index changes, whether something is stored here by plugins that are out of sight. Most
 * often there is nothing, and nothing is loaded or asked.
 */
export function watchLeftStorage(kernel: Pick<Kernel, 'get' | 'plugins'>): () => void {
  const asked = new Set<string>();
  return reaction(
    () => kernel.plugins.list.map(({ entry }) => entry.manifest.id).join(),
    (listed) => {
      const known = new Set(listed.split(','));
      const keys = kernel.get(STORAGE).keys();
      const ids = keys.flatMap((key) => /^reelport\.([a-z][a-z0-9-]+)\./.exec(key)?.[1] ?? []);
      const left = [...new Set(ids)].filter((id) => !known.has(id) && !asked.has(id));
      if (left.length === 0) return;
      for (const id of left) asked.add(id);
      import('./left-storage.ts')
        .then(({ dropLeftStorage }) => dropLeftStorage(kernel, left))
        .catch((error: unknown) => createPluginLog('shell').warn('what removed plugins stored was not removed', error));
    },
    { fireImmediately: true },
  );
}
