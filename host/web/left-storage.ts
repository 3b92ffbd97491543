import { listGonePlugins } from '#core/contract/plugin-index.ts';
import { HTTP } from '#core/web/http/http.ts';
import type { Kernel } from '#core/web/kernel/kernel.ts';
import { STORAGE } from '#core/web/storage/storage.ts';

/** Removes what plugins have stored in this browser that are not installed any more. @param ids of plugins out of sight */
export async function dropLeftStorage({ get }: Pick<Kernel, 'get'>, ids: readonly string[]): Promise<void> {
  const query = { ids: ids.slice(0, 100).join(',') };
  const { ids: gone } = await get(HTTP).call(listGonePlugins, { query }, { handlesErrors: true });
  const storage = get(STORAGE);
  for (const id of gone) {
    const prefix = `reelport.${id}.`;
    for (const key of storage.keys()) if (key.startsWith(prefix)) storage.remove(key);
  }
}
