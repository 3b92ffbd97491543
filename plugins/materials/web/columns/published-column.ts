import type { MaterialCell, MaterialColumn } from '#plugins/materials/api.ts';

/** How often a material was published. */
export const publishedColumn: MaterialColumn = {
  ...{ id: 'published', title: 'materials:column.published', kinds: ['video', 'image'] },
  // The library counts; a material whose count has changed is asked about again.
  events: [],
  load: (materials) =>
    Promise.resolve(
      new Map(
        materials.map(({ id, publishCount: count }): [string, MaterialCell] => [
          id,
          count === 0
            ? { text: 'materials:filter.published-no' }
            : { text: 'materials:published-times', params: { count } },
        ]),
      ),
    ),
};
