import type { Material, MaterialKind } from '#plugins/materials/calls.ts';

/** What a list can be sorted by. */
export const SORTS = ['created', 'name', 'seconds', 'size', 'mixCount', 'mixedAt'] as const;
export type Sort = (typeof SORTS)[number];

/** A folder's id, `top` for materials in no folder, `all` for everything. */
export type FolderChoice = 'all' | 'top' | (string & {});

/** What narrows a list down beside folder and words. */
export interface ListFilters {
  shape: 'portrait' | 'landscape' | 'square' | null;
  mixed: boolean | null;
  published: boolean | null;
  split: 'done' | null;
  state: 'failed' | null;
  trash: boolean;
}

export const NO_FILTERS: ListFilters = {
  shape: null,
  mixed: null,
  published: null,
  split: null,
  state: null,
  trash: false,
};

/** One filter as a chip: pressing it sets its value, pressing it again takes it away. */
export type FilterChip = {
  [K in keyof ListFilters]: { field: K; value: NonNullable<ListFilters[K]>; group: number };
}[keyof ListFilters];

const SHAPES: readonly FilterChip[] = [
  { field: 'shape', value: 'portrait', group: 1 },
  { field: 'shape', value: 'landscape', group: 1 },
  { field: 'shape', value: 'square', group: 1 },
];
const USES: readonly FilterChip[] = [
  { field: 'mixed', value: false, group: 2 },
  { field: 'mixed', value: true, group: 2 },
];
const POSTS: readonly FilterChip[] = [
  { field: 'published', value: false, group: 3 },
  { field: 'published', value: true, group: 3 },
];
const LAST: readonly FilterChip[] = [
  { field: 'state', value: 'failed', group: 4 },
  { field: 'trash', value: true, group: 5 },
];

/** The chips of each kind, in groups. */
export const CHIPS: Readonly<Record<MaterialKind, readonly FilterChip[]>> = {
  video: [...SHAPES, ...USES, ...POSTS, { field: 'split', value: 'done', group: 4 }, ...LAST],
  music: [...USES, ...LAST],
  image: [...SHAPES, ...USES, ...POSTS, ...LAST],
};

/** What each kind can be sorted by. */
export const SORTS_OF: Readonly<Record<MaterialKind, readonly Sort[]>> = {
  video: SORTS,
  music: SORTS,
  image: SORTS.filter((sort) => sort !== 'seconds'),
};

/** A list as it is asked for. */
export interface ListWish extends ListFilters {
  kind: MaterialKind;
  folder: FolderChoice;
  /** Words of the name. */
  q: string;
  sort: Sort;
  descending: boolean;
}

/** How far width and height may be apart in a square one. */
const SQUARE = 1.02;

function shapeOf({ width, height }: Material): ListFilters['shape'] {
  if (width === null || height === null) return null;
  if (Math.max(width, height) / Math.min(width, height) <= SQUARE) return 'square';
  return width > height ? 'landscape' : 'portrait';
}

/** Whether a material belongs to a list, apart from the search words. */
export function belongs(material: Material, wish: ListWish): boolean {
  const { folder, shape, mixed, published, split, state, trash, kind } = wish;
  if (material.kind !== kind || (material.deletedAt !== null) !== trash) return false;
  if (folder !== 'all' && (material.folderId ?? 'top') !== folder) return false;
  if (shape !== null && shapeOf(material) !== shape) return false;
  if (mixed !== null && material.mixCount > 0 !== mixed) return false;
  if (published !== null && material.publishCount > 0 !== published) return false;
  if (split !== null && material.split !== split) return false;
  // What is broken stands by itself, unless it alone is wanted, or all that was deleted.
  return state === null ? trash || material.state !== 'failed' : material.state === state;
}

const NAMES = new Intl.Collator(['zh-CN', 'en'], { numeric: true });

function rankOf(material: Material, sort: Sort): string | number {
  if (sort === 'name') return material.name;
  if (sort === 'created') return material.createdAt;
  return material[sort] ?? '';
}

/** Which of two comes first in a list: below 0 the first one. */
export function compareIn({ sort, descending }: Pick<ListWish, 'sort' | 'descending'>) {
  return (a: Material, b: Material): number => {
    const [first, second] = [rankOf(a, sort), rankOf(b, sort)];
    const rough =
      sort === 'name'
        ? NAMES.compare(String(first), String(second))
        : first === second
          ? 0
          : // What has no value comes before whatever has one.
            first === ''
            ? -1
            : second === ''
              ? 1
              : first < second
                ? -1
                : 1;
    return (rough === 0 ? (a.id < b.id ? -1 : 1) : rough) * (descending ? -1 : 1);
  };
}

/** The query of the list's call. */
export function queryOf(wish: ListWish) {
  const { kind, folder, q, sort, descending, shape, mixed, published, split, state, trash } = wish;
  return {
    ...({ kind, folder, sort, descending: descending ? 'true' : 'false' } as const),
    ...(q === '' ? {} : { q }),
    ...(shape === null ? {} : { shape }),
    ...(mixed === null ? {} : ({ mixed: mixed ? 'true' : 'false' } as const)),
    ...(published === null ? {} : ({ published: published ? 'true' : 'false' } as const)),
    ...(split === null ? {} : { split }),
    ...(state !== null ? { state } : trash ? {} : ({ state: 'usable' } as const)),
    ...(trash ? ({ trash: 'true' } as const) : {}),
  };
}
