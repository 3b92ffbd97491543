import { useEffect, useState } from 'react';

import { usePluginContext } from '#core/web/react/use-plugin-context.ts';
import { MATERIALS, type Material } from '#plugins/materials/api.ts';

/** Materials by id, as the library knows them. */
export type Materials = ReadonlyMap<string, Material>;

/** Reads materials, and keeps them as they are in the library; null until they are read. */
export function useMaterials(ids: readonly string[]): Materials | null {
  const context = usePluginContext();
  const key = ids.join(' ');
  const [read, keep] = useState<{ key: string; materials: Materials } | null>(null);
  useEffect(() => {
    let isGone = false;
    const library = context.tryGet(MATERIALS);
    const take = (materials: Materials): void => {
      if (!isGone) keep({ key, materials });
    };
    const ask = async (): Promise<void> => {
      if (library === undefined || key === '') take(new Map());
      else await library.find(key.split(' ')).then(take, () => take(new Map()));
    };
    void ask();
    const stop = library?.watch((changed) => changed.some((id) => key.includes(id)) && void ask());
    return () => {
      isGone = true;
      stop?.();
    };
  }, [context, key]);
  return read?.key === key ? read.materials : null;
}
