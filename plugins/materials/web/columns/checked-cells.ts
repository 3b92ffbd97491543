import type { MaterialCell } from '#plugins/materials/api.ts';

/** Cells come from any plugin: an invalid answer is reported as that plugin's fault. @throws TypeError */
export function checkedCells(found: unknown): ReadonlyMap<string, MaterialCell> {
  if (!(found instanceof Map)) throw new TypeError('materials.columns: load answers a Map from material ids to cells');
  for (const [id, cell] of found as ReadonlyMap<unknown, MaterialCell | null | undefined>) {
    const { text, params = {} } = cell ?? {};
    const isDrawable =
      typeof text === 'string' &&
      Object.values(params).every((value) => typeof value === 'string' || typeof value === 'number');
    if (!isDrawable) throw new TypeError(`materials.columns: the cell of "${String(id)}" is not one that can be drawn`);
  }
  return found as ReadonlyMap<string, MaterialCell>;
}
