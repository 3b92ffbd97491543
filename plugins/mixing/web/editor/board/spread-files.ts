import type { FoundFile } from '#core/web/uploads/dropped-files.ts';

import { MAX_GROUPS } from '#plugins/mixing/project.ts';
import { addGroup, change, spread } from '../store/edit-project.ts';
import type { EditorStore } from '../store/EditorStore.ts';
import { newGroupId } from '../store/new-project.ts';

const SONG = /\.(mp3|wav)$/i;

/**
 * Uploads dropped files. Videos go into groups: those of several folders into a group for each, loose ones into the
 * group that they were dropped on; without one they are dealt to the groups that there are, in their order. A song
 * becomes the project’s music, further ones go into the library.
 * @returns folders for which there was no group any more; their videos are in the last one
 */
export function spreadFiles(store: EditorStore, dropped: readonly FoundFile[], group: string | null): number {
  if (!store.mayEdit()) return 0;
  const songs = dropped.filter(({ file }) => SONG.test(file.name)).map(({ file }) => file);
  const videos = dropped.filter(({ file }) => !SONG.test(file.name));
  if (songs.length > 0) takeSongs(store, songs, videos.length === 0);
  return spreadVideos(store, videos, group);
}

function takeSongs(store: EditorStore, songs: readonly File[], areAll: boolean): void {
  store.arrivals.add(songs.slice(0, 1), 'music', null);
  if (songs.length > 1) store.library()?.upload(songs.slice(1), { kind: 'music' });
  if (areAll) store.work.select({ kind: 'music' });
}

function spreadVideos(store: EditorStore, dropped: readonly FoundFile[], group: string | null): number {
  if (dropped.length === 0) return 0;
  const byFolder = Map.groupBy(dropped, ({ folders: within }) => within.at(-1) ?? null);
  const folders = [...byFolder.keys()].filter((folder) => folder !== null);
  if (group === null && folders.length > 1) return spreadFolders(store, byFolder, folders);
  const files = dropped.map(({ file }) => file);
  if (group !== null) {
    store.arrivals.add(files, 'video', group);
    return 0;
  }
  const { groups } = store.project;
  if (groups.length === 0) {
    const id = newGroupId();
    store.edit(addGroup({ id, name: folders[0] ?? '1' }));
    store.arrivals.add(files, 'video', id);
    return 0;
  }
  const dealt = spread(files, groups.length);
  groups.forEach(({ id }, index) => {
    const some = dealt[index] ?? [];
    if (some.length > 0) store.arrivals.add(some, 'video', id);
  });
  return 0;
}

function spreadFolders(
  store: EditorStore,
  byFolder: ReadonlyMap<string | null, readonly FoundFile[]>,
  folders: readonly string[],
): number {
  let left = 0;
  // Columns that nobody has put anything into yet make room.
  if (store.isEmpty) store.edit(change({ groups: [] }));
  for (const folder of folders) {
    const files = byFolder.get(folder)?.map(({ file }) => file) ?? [];
    const known = store.project.groups.find(({ name }) => name === folder);
    let id = known?.id;
    if (id === undefined && store.project.groups.length < MAX_GROUPS) {
      id = newGroupId();
      store.edit(addGroup({ id, name: folder.slice(0, 80) }));
    }
    if (id === undefined) left += 1;
    id ??= store.project.groups.at(-1)?.id;
    if (id !== undefined) store.arrivals.add(files, 'video', id);
  }
  const loose = byFolder.get(null)?.map(({ file }) => file) ?? [];
  const [first] = store.project.groups;
  if (loose.length > 0 && first !== undefined) store.arrivals.add(loose, 'video', first.id);
  return left;
}
