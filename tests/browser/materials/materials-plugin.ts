import { afterAll, beforeAll } from '@rstest/core';

import { readFileCapacity } from '#core/contract/account-calls.ts';
import { service } from '#core/web/service.ts';
import type { Undo } from '#core/web/scope.ts';
import { answer, type Answer, type MadeCall, type MountedPlugin } from '#core/web/testing/index.ts';
import { UPLOADS, type UploadItem, type Uploads, type UploadTarget } from '#core/web/uploads/uploads.ts';
import {
  createFolder,
  findMaterials,
  listFolders,
  listMaterialRecords,
  listMaterials,
  listMaterialUses,
  moveMaterials,
  purgeMaterials,
  renameMaterial,
  restoreMaterials,
  trashMaterials,
  type Material,
  type MaterialFolder,
} from '#plugins/materials/calls.ts';
import manifest from '#plugins/materials/plugin.ts';
import web from '#plugins/materials/web/index.ts';

export const materials = { manifest, web };

export const REMOVAL = '01890000-0000-7000-8000-00000000ffff';

/** The id of the material of a number. */
export function idOf(number: number): string {
  return `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

/** The higher its number, the newer it is. */
export function buildMaterial(number: number, overrides: Partial<Material> = {}): Material {
  return {
    ...{ id: idOf(number), kind: 'video', name: `镜头-${number}.mp4`, folderId: null, size: 1000 * number },
    ...{ type: 'video/mp4', hash: 'a'.repeat(64), seconds: number, width: 1080, height: 1920 },
    ...{ state: 'ready', error: null, split: 'none', mixCount: 0, mixedAt: null },
    ...{ publishCount: 0, publishedAt: null, deletedAt: null },
    createdAt: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
    ...{
      url: `/files/${number}?signature=1`,
      poster: `/files/${number}.jpg?signature=1`,
      thumbnail: null,
      sprite: null,
      peaks: null,
    },
    ...overrides,
  };
}

/** The materials of the numbers from 1. */
export function many(count: number): Material[] {
  return Array.from({ length: count }, (_, index) => buildMaterial(index + 1));
}

/** The cell of the material of a number; null while it is not drawn. */
export function cell(page: Pick<MountedPlugin, 'element'>, number: number): HTMLElement {
  // Whoever asks waits until it is there, or looks whether it is.
  return page.element.querySelector<HTMLElement>(`[data-id="${idOf(number)}"]`) as HTMLElement;
}

export function buildFolder(number: number, overrides: Partial<MaterialFolder> = {}): MaterialFolder {
  return {
    ...{ id: `01890000-0000-7000-9000-${String(number).padStart(12, '0')}`, name: `文件夹 ${number}`, parentId: null },
    counts: { video: 0, music: 0, image: 0 },
    createdAt: '2026-01-01T00:00:00.000Z',
    ...overrides,
    search: overrides.search ?? (overrides.name ?? `文件夹 ${number}`).toLowerCase(),
  };
}

/** A library in memory that answers as the server does: newest first. */
export class FakeLibrary {
  items: Material[];
  folders: MaterialFolder[];

  constructor(items: readonly Material[] = [], folders: readonly MaterialFolder[] = []) {
    this.items = [...items];
    this.folders = [...folders];
  }

  get calls(): Answer[] {
    return [
      answer(listMaterials, (request) => this.list(request)),
      answer(findMaterials, ({ body }) => ({ items: this.find((body as { ids: string[] }).ids) })),
      answer(listFolders, () => ({ items: this.folders })),
      answer(createFolder, ({ body }) => {
        const made = buildFolder(this.folders.length + 1, body as { name: string; parentId: string | null });
        this.folders.push(made);
        return made;
      }),
      answer(renameMaterial, ({ params, body }) => {
        const { id } = params as { id: string };
        this.change([id], body as { name: string });
        return this.find([id])[0] as Material;
      }),
      answer(trashMaterials, ({ body }) => {
        const { ids } = body as { ids: string[] };
        this.change(ids, { deletedAt: '2026-01-02T00:00:00.000Z' });
        return { materials: ids.length, folders: 0, removal: REMOVAL };
      }),
      answer(restoreMaterials, () => {
        const gone = this.items.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id);
        this.change(gone, { deletedAt: null });
        return { materials: gone.length, folders: 0 };
      }),
      answer(moveMaterials, ({ body }) => {
        const { ids, to } = body as { ids: string[]; to: string | null };
        this.change(ids, { folderId: to });
        return { materials: ids.length, folders: 0 };
      }),
      answer(purgeMaterials, ({ body }) => {
        const { ids = [] } = body as { ids?: string[] };
        this.items = this.items.filter(({ id }) => !ids.includes(id));
        return { materials: ids.length };
      }),
      answer(readFileCapacity, { fdTotalSize: 10_000_000, fdUsedSize: 1_000_000 }),
      answer(listMaterialUses, { items: [], nextCursor: null, total: 0 }),
      answer(listMaterialRecords, { items: [], nextCursor: null, total: 0 }),
    ];
  }

  change(ids: readonly string[], facts: Partial<Material>): void {
    this.items = this.items.map((item) => (ids.includes(item.id) ? { ...item, ...facts } : item));
  }

  private find(ids: readonly string[]): Material[] {
    return this.items.filter(({ id }) => ids.includes(id));
  }

  private list({ query }: MadeCall) {
    const { kind, folder, q, trash, state, published, limit, cursor } = query as Record<string, string | undefined>;
    const all = this.items
      .filter((item) => item.kind === kind && (item.deletedAt !== null) === (trash === 'true'))
      .filter((item) => folder === 'all' || (item.folderId ?? 'top') === folder)
      .filter(({ publishCount }) => published === undefined || publishCount > 0 === (published === 'true'))
      .filter(({ name }) => q === undefined || name.includes(q))
      .filter((item) => state === undefined || (state === 'usable' ? item.state !== 'failed' : item.state === state))
      .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
    const from = Number(cursor ?? 0);
    const end = from + Number(limit ?? 50);
    return { items: all.slice(from, end), nextCursor: end < all.length ? String(end) : null, total: all.length };
  }
}

/** Uploads that go nowhere: what was added, and what their claims come to. */
export class HeldUploads implements Uploads {
  readonly items: UploadItem[] = [];
  readonly added: { files: readonly File[]; target: UploadTarget }[] = [];
  readonly listeners = new Map<string, (result: unknown, item: UploadItem) => void>();

  add(files: readonly File[], target: UploadTarget): UploadItem[] {
    this.added.push({ files, target });
    return [];
  }

  finished(): Promise<unknown> {
    return Promise.resolve(null);
  }

  clearDone(): void {
    this.items.length = 0;
  }

  listen(url: string, done: (result: unknown, item: UploadItem) => void): Undo {
    this.listeners.set(url, done);
    return () => void this.listeners.delete(url);
  }

  /** What asking for a file came to: an answer, null to send it, or why it is refused. */
  async claim(name: string, sha256 = () => Promise.resolve('f'.repeat(64))): Promise<unknown> {
    for (const { files, target } of this.added) {
      const file = files.find((added) => added.name === name);
      if (file === undefined) continue;
      return await target.claim?.(file, sha256, new AbortController().signal).catch((error: Error) => error.message);
    }
    throw new Error(`nobody uploads ${name}`);
  }
}

/** The service of a test's kernel. */
export function uploadsOf(uploads: Uploads = new HeldUploads()) {
  return service(UPLOADS, () => uploads);
}

export function buildFile(name: string, size = 4, type = 'video/mp4'): File {
  const file = new File(['clip'], name, { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

/** Gives everything a size while the tests of a file run: happy-dom lays nothing out. */
export function layOut(): void {
  const names = {
    ...{ clientWidth: 1000, offsetWidth: 1000, clientHeight: 800, offsetHeight: 800 },
    // Never near its end: the tests scroll nothing.
    scrollHeight: 80_000,
  };
  const prototype = HTMLElement.prototype;
  let before: (readonly [string, PropertyDescriptor | undefined])[] = [];
  beforeAll(() => {
    before = Object.keys(names).map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)] as const);
    for (const [name, value] of Object.entries(names)) {
      Object.defineProperty(prototype, name, { configurable: true, get: () => value });
    }
  });
  afterAll(() => {
    for (const [name, descriptor] of before) {
      if (descriptor === undefined) Reflect.deleteProperty(prototype, name);
      else Object.defineProperty(prototype, name, descriptor);
    }
  });
}
