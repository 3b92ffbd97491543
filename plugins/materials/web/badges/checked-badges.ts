import type { MaterialBadge } from '#plugins/materials/api.ts';

/** Badges come from any plugin: an invalid answer is reported as that plugin's fault. @throws TypeError */
export function checkedBadges(found: unknown): ReadonlyMap<string, MaterialBadge> {
  if (!(found instanceof Map)) throw new TypeError('materials.badges: load answers a Map from material ids to badges');
  for (const [id, badge] of found as ReadonlyMap<unknown, MaterialBadge | null | undefined>) {
    const { text, about, params = {} } = badge ?? {};
    const isDrawable =
      typeof text === 'string' &&
      typeof about === 'string' &&
      Object.values(params).every((value) => typeof value === 'string' || typeof value === 'number');
    if (!isDrawable) throw new TypeError(`materials.badges: the badge of "${String(id)}" is not one that can be drawn`);
  }
  return found as ReadonlyMap<string, MaterialBadge>;
}
