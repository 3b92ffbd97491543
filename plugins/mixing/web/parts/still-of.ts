import type { Material } from '#plugins/materials/api.ts';

/** The picture of a material where many are shown small; null where there is none. */
export function stillOf(material: Pick<Material, 'thumbnail' | 'poster'> | undefined): string | null {
  return material?.thumbnail ?? material?.poster ?? null;
}
