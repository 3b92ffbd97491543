import { useEffect, useState } from 'react';

import { useOptionalService } from '#core/web/react/use-service.ts';

import { MATERIALS, type Material } from '#plugins/materials/api.ts';

const NONE: ReadonlyMap<string, Material> = new Map();

/** The materials as the library has them, without those that are gone or cannot be loaded. */
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
