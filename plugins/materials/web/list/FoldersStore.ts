import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { STORAGE, type Storage } from '#core/web/storage/storage.ts';

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

/** A folder as it lies in the tree. */
export interface FolderRow {
  folder: MaterialFolder;
  /** From 1 on. */
  level: number;
  hasChildren: boolean;
  /** Place among the folders of the same parent, from 1 on, and how many those are. */
  position: number;
  siblings: number;
}

/** How many there are of a kind, and how many of them lie in no folder. */
export interface KindCounts {
  all: number;
  top: number;
}

const SOON_MILLISECONDS = 600;
const OPEN_KEY = 'open-folders';

/** The folders of the account as a tree, and how much is in them. */
export class FoldersStore {
  /** Null until they were read. */
  folders: readonly MaterialFolder[] | null = null;
  failure: { error: unknown } | null = null;
  counts: Partial<Record<MaterialKind, KindCounts>> = {};
  /** The one whose name is being written. */
  renaming: string | null = null;

  /** Those whose folders are shown. */
  private open: ReadonlySet<string>;
  private counted = new Set<MaterialKind>();
  private followers = 0;
  private isStale = true;
  private reading: Promise<void> | null = null;
  private isAskedAgain = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(STORAGE) private readonly storage: Storage,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    const kept = storage.read(OPEN_KEY);
    this.open = new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []);
    observableStore(this);
    context.own(events.on(materialsChanged, this.outdate, this.outdate));
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

  /** Whether a folder lies in another, however deep, or is it. */
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

  /** Opens everything above a folder, so that it is seen. */
  reveal(id: string): void {
    for (const { id: above } of this.pathOf(id).slice(0, -1)) if (!this.isOpen(above)) this.setOpen(above, true);
  }

  rename(id: string | null): void {
    this.renaming = id;
  }

  /** Reads and follows them until it is undone. @param kinds whose counts are wanted, too */
  follow(kinds: readonly MaterialKind[] = KINDS): () => void {
    this.followers += 1;
    const isNew = kinds.some((kind) => !this.counted.has(kind));
    for (const kind of kinds) this.counted.add(kind);
    if (this.isStale || isNew) void this.load();
    return () => {
      this.followers -= 1;
    };
  }

  /** Reads them; of several readings at once the last one counts. */
  async load(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.reading !== null) {
      this.isAskedAgain = true;
      await this.reading;
      return;
    }
    this.reading = this.readAll();
    await this.reading;
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
    this.isStale = true;
    if (this.followers > 0) this.timer ??= setTimeout(() => void this.load(), SOON_MILLISECONDS);
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private async readAll(): Promise<void> {
    do {
      this.isAskedAgain = false;
      this.isStale = false;
      try {
        const [{ items }, counts] = await Promise.all([
          this.http.call(listFolders, {}, { handlesErrors: true }),
          Promise.all([...this.counted].map((kind) => this.count(kind))),
        ]);
        this.take(items, Object.fromEntries(counts));
      } catch (error) {
        this.fail(error);
      }
    } while (this.isAskedAgain && !this.context.signal.aborted);
    this.reading = null;
  }

  private async count(kind: MaterialKind): Promise<[MaterialKind, KindCounts]> {
    const [all, top] = await Promise.all(
      (['all', 'top'] as const).map((folder) =>
        this.http.call(listMaterials, { query: { kind, folder, limit: 1 } }, { handlesErrors: true }),
      ),
    );
    return [kind, { all: all?.total ?? 0, top: top?.total ?? 0 }];
  }

  private take(folders: readonly MaterialFolder[], counts: FoldersStore['counts']): void {
    this.folders = folders;
    this.counts = counts;
    this.failure = null;
  }

  private fail(error: unknown): void {
    this.isStale = true;
    this.failure = { error };
  }

  private put(folder: MaterialFolder): void {
    const others = (this.folders ?? []).filter(({ id }) => id !== folder.id);
    const before = (other: MaterialFolder): boolean => other.name.localeCompare(folder.name, 'zh-CN') < 0;
    this.folders = [...others.filter(before), folder, ...others.filter((other) => !before(other))];
  }
}
