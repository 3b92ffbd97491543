/** A file and the folders that it came in, outermost first. */
export interface FoundFile {
  file: File;
  folders: readonly string[];
}

/** Files that operating systems create in folders on their own. */
const UNMEANT = /^(\.|~\$|thumbs\.db$|desktop\.ini$)/i;

/** Whether files are being dragged. */
export function hasFiles({ types }: Pick<DataTransfer, 'types'>): boolean {
  return types.includes('Files');
}

/**
 * The files of a drop or a paste, including the contents of dropped folders. Must be called while the event is being
 * handled.
 */
export function filesOfTransfer(transfer: DataTransfer): Promise<FoundFile[]> {
  // The list is empty after the event.
  const entries = [...transfer.items].filter(({ kind }) => kind === 'file').map(entryOf);
  if (entries.some((entry) => entry === null)) return Promise.resolve(filesOfList(transfer.files));
  return walkAll(entries.filter((entry) => entry !== null));
}

/** Selected files; those of a folder with their folder names. */
export function filesOfList(files: Iterable<File>): FoundFile[] {
  return [...files]
    .filter((file) => isMeant(file.name))
    .map((file) => ({ file, folders: file.webkitRelativePath.split('/').slice(0, -1) }));
}

function entryOf(item: DataTransferItem): FileSystemEntry | null {
  // Pasted files have no entries, and neither do old browsers.
  return typeof item.webkitGetAsEntry === 'function' ? item.webkitGetAsEntry() : null;
}

async function walkAll(entries: readonly FileSystemEntry[]): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const entry of entries) await walk(entry, [], found);
  return found;
}

async function walk(entry: FileSystemEntry, folders: readonly string[], found: FoundFile[]): Promise<void> {
  if (!isMeant(entry.name)) return;
  if (isFile(entry)) {
    const file = await new Promise<File | null>((resolve) => entry.file(resolve, () => resolve(null)));
    if (file !== null) found.push({ file, folders });
    return;
  }
  for (const child of await childrenOf(entry as FileSystemDirectoryEntry))
    await walk(child, [...folders, entry.name], found);
}

async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    // It returns a hundred at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0) return children.toSorted((a, b) => a.name.localeCompare(b.name, 'zh-CN', { numeric: true }));
    children.push(...some);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isMeant(name: string): boolean {
  return !UNMEANT.test(name);
}
