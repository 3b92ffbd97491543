import type { MaterialBadge, MaterialBadges } from '#plugins/materials/api.ts';

/** What has gone out, on its tile: so that nobody publishes it twice without knowing. */
export const publishedBadges: MaterialBadges = {
  kinds: ['video', 'image'],
  // The library counts; a material whose count has changed is asked about again.
  events: [],
  load(materials) {
    const badges = materials
      .filter(({ publishCount }) => publishCount > 0)
      .map(({ id, publishCount: count }): [string, MaterialBadge] => [
        id,
        { text: 'materials:badge.published', about: 'materials:published', params: { count } },
      ]);
    return Promise.resolve(new Map(badges));
  },
};
