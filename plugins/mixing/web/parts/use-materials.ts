import { useEffect, useState } from 'react';

import { useOptionalService } from '#core/web/react/use-service.ts';

import { MATERIALS, type Material } from '#plugins/materials/api.ts';

const NONE: ReadonlyMap<string, Material> = new Map();

/** Materials as the library has them; those that it has no more, or that cannot be read now, are left out. */
export function useMaterials(ids: readonly string[]): ReadonlyMap<string, Material> {
  const library = useOptionalService(MATERIALS);
  const [found, setFound] = useState(NONE);
  const key = ids.join();
  useEffect(() => {
    let isOver = false;
    library?.find(key === '' ? [] : key.split(',')).then(
      (materials) => !isOver && setFound(materials),
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [library, key]);
  return found;
}
