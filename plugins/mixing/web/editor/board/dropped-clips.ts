/** A file and the folder that it came in; null for none. */
export interface DroppedFile {
  file: File;
  folder: string | null;
}

/** Endings of videos, as a file field takes them. */
export const CLIP_ENDINGS = '.mp4,.flv,.mov';

/** Files that systems put into folders by themselves. */
const UNMEANT = /^(\.|~\$|thumbs\.db$|desktop\.ini$)/i;

/** Whether something of the computer is dragged. */
export function hasFiles({ types }: Pick<DataTransfer, 'types'>): boolean {
  return types.includes('Files');
}

/** Files of a drop, with all that lies in dropped folders. Must be called while the event is handled. */
export async function filesOfDrop(transfer: DataTransfer): Promise<DroppedFile[]> {
  const entries = [...transfer.items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry());
  if (entries.some((entry) => entry === null)) return filesOfList(transfer.files);
  const found: DroppedFile[] = [];
  for (const entry of entries) if (entry !== null) await walk(entry, null, found);
  return found;
}

/** Files that were chosen, of a folder with its name. */
export function filesOfList(files: Iterable<File>): DroppedFile[] {
  return [...files]
    .filter(({ name }) => !UNMEANT.test(name))
    .map((file) => ({ file, folder: file.webkitRelativePath.split('/').at(-2) ?? null }));
}

async function walk(entry: FileSystemEntry, folder: string | null, found: DroppedFile[]): Promise<void> {
  if (UNMEANT.test(entry.name)) return;
  if (entry.isFile) {
    const file = await new Promise<File | null>((resolve) =>
      (entry as FileSystemFileEntry).file(resolve, () => resolve(null)),
    );
    if (file !== null) found.push({ file, folder });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    // It answers a hundred at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0) break;
    children.push(...some);
  }
  for (const child of children.toSorted((a, b) => a.name.localeCompare(b.name, 'zh-CN', { numeric: true }))) {
    await walk(child, entry.name, found);
  }
}
