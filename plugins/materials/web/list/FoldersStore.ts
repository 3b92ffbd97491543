import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { STORAGE, type BrowserStorage } from '#core/web/storage/storage.ts';

import {
  createFolder,
  KINDS,
  listFolders,
  listMaterials,
  renameFolder,
  type MaterialFolder,
  type MaterialKind,
} from '#plugins/materials/calls.ts';
import { materialsChanged } from '#plugins/materials/events.ts';

/** A folder with its position in the tree. */
export interface FolderRow {
  folder: MaterialFolder;
  /** From 1 on. */
  level: number;
  hasChildren: boolean;
  /** Place among the folders of the same parent, from 1 on, and how many those are. */
  position: number;
  siblings: number;
}

/** The number of materials of a kind, and of those in no folder. */
export interface KindCounts {
  all: number;
  top: number;
}

interface FoldersRead {
  folders: readonly MaterialFolder[];
  counts: Partial<Record<MaterialKind, KindCounts>>;
}

const OPEN_KEY = 'open-folders';

/** The folders of the account as a tree, and how much is in them. */
export class FoldersStore {
  /** The one whose name is being written. */
  renaming: string | null = null;

  /** Those whose folders are shown. */
  private open: ReadonlySet<string>;
  /** Kinds whose counts are wanted. */
  private counted: readonly MaterialKind[] = [];
  private readonly live: LiveValue<FoldersRead>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(STORAGE) private readonly storage: BrowserStorage,
    @inject(PLUGIN_CONTEXT) { scope }: PluginContext,
  ) {
    const kept = storage.read(OPEN_KEY);
    this.open = new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []);
    this.live = new LiveValue(scope, (signal) => this.read(signal), {
      ...{ events, follows: [eventTrigger(materialsChanged)], inBackground: true, watch: () => this.counted },
    });
    observableStore(this);
  }

  /** Null until they were read. */
  get folders(): readonly MaterialFolder[] | null {
    return this.live.value?.folders ?? null;
  }

  get counts(): FoldersRead['counts'] {
    return this.live.value?.counts ?? {};
  }

  get failure(): { error: unknown } | null {
    return this.live.failure;
  }

  /** All of them, each below its parent, whether that is open or not. */
  get rows(): readonly FolderRow[] {
    const byParent = Map.groupBy(this.folders ?? [], ({ parentId }) => parentId);
    const rows: FolderRow[] = [];
    const walk = (parent: string | null, level: number): void => {
      const children = byParent.get(parent) ?? [];
      for (const [index, folder] of children.entries()) {
        const hasChildren = byParent.has(folder.id);
        rows.push({ folder, level, hasChildren, position: index + 1, siblings: children.length });
        walk(folder.id, level + 1);
      }
    };
    walk(null, 1);
    return rows;
  }

  /** Those whose parents are all open. */
  get shown(): readonly FolderRow[] {
    const rows: FolderRow[] = [];
    let closed = Infinity;
    for (const row of this.rows) {
      if (row.level > closed) continue;
      closed = row.hasChildren && !this.open.has(row.folder.id) ? row.level : Infinity;
      rows.push(row);
    }
    return rows;
  }

  /** Those whose names, or their pinyin, have all of the words, and what they are in, whether that is open or not; with `only`, without what they are in. */
  matching(words: string, { only = false }: { only?: boolean } = {}): readonly FolderRow[] {
    const wanted = words.normalize('NFKC').toLowerCase().replaceAll('ü', 'v').split(/\s+/);
    const found = this.rows.filter(({ folder }) => wanted.every((word) => folder.search.includes(word)));
    if (only) return found;
    const kept = new Set(found.flatMap(({ folder }) => this.pathOf(folder.id).map(({ id }) => id)));
    return this.rows.filter(({ folder }) => kept.has(folder.id));
  }

  get(id: string): MaterialFolder | undefined {
    return this.folders?.find((folder) => folder.id === id);
  }

  /** From the top down to a folder, itself included. */
  pathOf(id: string): readonly MaterialFolder[] {
    const path: MaterialFolder[] = [];
    for (let at = this.get(id); at !== undefined && !path.includes(at); at = this.get(at.parentId ?? ''))
      path.unshift(at);
    return path;
  }

  childrenOf(id: string | null): readonly MaterialFolder[] {
    return this.folders?.filter(({ parentId }) => parentId === id) ?? [];
  }

  /** Whether a folder is another one or inside it, at any depth. */
  isWithin(id: string | null, outer: string): boolean {
    return id !== null && this.pathOf(id).some((folder) => folder.id === outer);
  }

  isOpen(id: string): boolean {
    return this.open.has(id);
  }

  setOpen(id: string, isOpen: boolean): void {
    const open = new Set(this.open);
    if (isOpen) open.add(id);
    else open.delete(id);
    this.open = open;
    this.storage.write(OPEN_KEY, [...open]);
  }

  /** Expands all ancestors of a folder, so that it is visible. */
  reveal(id: string): void {
    for (const { id: above } of this.pathOf(id).slice(0, -1)) if (!this.isOpen(above)) this.setOpen(above, true);
  }

  rename(id: string | null): void {
    this.renaming = id;
  }

  /** Reads and follows them until it is undone. @param kinds whose counts are wanted, too */
  follow(kinds: readonly MaterialKind[] = KINDS): () => void {
    this.counted = KINDS.filter((kind) => kinds.includes(kind) || this.counted.includes(kind));
    return this.live.follow();
  }

  load(): Promise<void> {
    return this.live.load();
  }

  /** Makes a folder. @throws HttpFailure, 409 when there is one of that name */
  async create(name: string, parentId: string | null): Promise<MaterialFolder> {
    const folder = await this.http.call(createFolder, { body: { name, parentId } }, { handlesErrors: true });
    this.put(folder);
    this.reveal(folder.id);
    return folder;
  }

  /** @throws HttpFailure, 409 when there is one of that name */
  async setName(id: string, name: string): Promise<void> {
    this.put(await this.http.call(renameFolder, { params: { id }, body: { name } }, { handlesErrors: true }));
  }

  /** They may have changed: reads them soon if somebody looks. */
  outdate(): void {
    this.live.refresh();
  }

  private async read(signal: AbortSignal): Promise<FoldersRead> {
    const [{ items }, counts] = await Promise.all([
      this.http.call(listFolders, {}, { signal, handlesErrors: true }),
      Promise.all(this.counted.map((kind) => this.count(kind, signal))),
    ]);
    return { folders: items, counts: Object.fromEntries(counts) };
  }

  private async count(kind: MaterialKind, signal: AbortSignal): Promise<[MaterialKind, KindCounts]> {
    const [all, top] = await Promise.all(
      (['all', 'top'] as const).map((folder) =>
        this.http.call(listMaterials, { query: { kind, folder, limit: 1 } }, { signal, handlesErrors: true }),
      ),
    );
    return [kind, { all: all?.total ?? 0, top: top?.total ?? 0 }];
  }

  private put(folder: MaterialFolder): void {
    this.live.update(({ folders, counts }) => {
      const others = folders.filter(({ id }) => id !== folder.id);
      const before = (other: MaterialFolder): boolean => other.name.localeCompare(folder.name, 'zh-CN') < 0;
      return { counts, folders: [...others.filter(before), folder, ...others.filter((other) => !before(other))] };
    });
  }
}
