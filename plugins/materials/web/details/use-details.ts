import { useEffect, useState } from 'react';

import { usePluginContext } from '#core/web/react/use-plugin-context.ts';
import { useStore } from '#core/web/react/use-store.ts';

import { MATERIALS } from '#plugins/materials/api.ts';
import type { Material } from '#plugins/materials/calls.ts';
import type { Library } from '../list/Library.ts';
import { MaterialFeed } from '../list/MaterialFeed.ts';

/** A material by its id: from the list, or loaded on its own when it is not listed. For observers. */
export function useDetails(library: Library, id: string): { material: Material | undefined; isGone: boolean } {
  const context = usePluginContext();
  const feed = useStore(MaterialFeed);
  const listed = library.list.get(id);
  const isListed = listed !== undefined;
  const [read, setRead] = useState<Material | null>();

  useEffect(() => {
    if (isListed) return undefined;
    let isHere = true;
    setRead(undefined);
    const look = (): void => {
      context
        .get(MATERIALS)
        .find([id])
        .then(
          (found) => isHere && setRead(found.get(id) ?? null),
          () => isHere && setRead(null),
        );
    };
    look();
    const stop = feed.follow({
      changed: (materials, ids) => {
        if (ids.includes(id)) setRead(materials.get(id) ?? null);
      },
      lost: look,
    });
    return () => {
      isHere = false;
      void stop();
    };
  }, [context, feed, id, isListed]);

  const material = listed ?? (read?.id === id ? read : undefined);
  return { material, isGone: !isListed && read === null };
}
