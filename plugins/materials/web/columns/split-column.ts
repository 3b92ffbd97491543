import type { MaterialCell, MaterialColumn } from '#plugins/materials/api.ts';

/** Whether a video was split into shots. */
export const splitColumn: MaterialColumn = {
  ...{ id: 'split', title: 'materials:column.split', kinds: ['video'] },
  // A material whose state has changed is asked about again.
  events: [],
  load: (materials) =>
    Promise.resolve(
      new Map(materials.map(({ id, split }): [string, MaterialCell] => [id, { text: `materials:split.${split}` }])),
    ),
};
