import type { MaterialBadge, MaterialBadges } from '#plugins/materials/api.ts';

/** How many videos a clip was mixed into, on its tile in the library. */
export const mixCountBadges: MaterialBadges = {
  kinds: ['video', 'image'],
  // The library counts; a material whose count has changed is asked about again.
  events: [],
  load(materials) {
    const badges = materials
      .filter(({ mixCount }) => mixCount > 0)
      .map(({ id, mixCount: count }): [string, MaterialBadge] => [
        id,
        { text: 'mixing:library.used', about: 'mixing:library.used-about', params: { count } },
      ]);
    return Promise.resolve(new Map(badges));
  },
};
