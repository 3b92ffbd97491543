import { useParams, useSearchParams } from '#core/web/router/links.ts';

import type { MaterialKind } from '#plugins/materials/calls.ts';
import type { FolderChoice } from './list-filters.ts';

/** Where each kind has its page. */
export const PAGES: Readonly<Record<MaterialKind, string>> = {
  video: '/material/list',
  music: '/material/music',
  image: '/material/photo',
};

/** What of a library an address shows. */
export interface Shown {
  folder: FolderChoice;
  /** The material whose details are open; null when none are. */
  id: string | null;
}

/** The address of a library, of a folder of it, or of a material in it. */
export function addressOf(kind: MaterialKind, { folder, id }: Partial<Shown> = {}): string {
  const query = new URLSearchParams();
  if (folder !== undefined && folder !== 'all') query.set('folder', folder);
  // The page of the videos has no place for an id in its path.
  if (id !== undefined && id !== null && kind === 'video') query.set('id', id);
  const path =
    id === undefined || id === null || kind === 'video' ? PAGES[kind] : `${PAGES[kind]}/${encodeURIComponent(id)}`;
  return query.size === 0 ? path : `${path}?${query}`;
}

/** What the address of a library shows. */
export function useShown(kind: MaterialKind): Shown {
  const params = useParams();
  const [query] = useSearchParams();
  const id = kind === 'video' ? query.get('id') : (params['id'] ?? '');
  return { folder: query.get('folder') ?? 'all', id: id === '' ? null : id };
}
