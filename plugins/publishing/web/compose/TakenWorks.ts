import { runInAction } from 'mobx';

import { listToolItems, readToolRun, type ToolItem } from '#core/contract/tool-run-calls.ts';
import type { Http } from '#core/web/http/http.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import type { Toasts } from '#core/web/toasts/toasts.ts';

import { MATERIALS, type Material } from '#plugins/materials/api.ts';
import { MAX_POSTS } from '#plugins/publishing/plan-calls.ts';

/** Items of one call. */
const PAGE = 200;

/** A video that is to be published: a material, or what an item of a run came to. */
export interface Work {
  id: string;
  fileId: string;
  name: string;
  picture: string | null;
  /** Where it is played; null while it cannot be. */
  url: string | null;
}

/** The videos that are taken to be published: of the library, or what a run has made. Observable. */
export class TakenWorks {
  works: readonly Work[] = [];
  /** The run that made them; null for materials. */
  run: { id: string; name: string; items: number } | null = null;
  /** Why a run could not be read; null when it could. */
  unread: { error: unknown } | null = null;

  constructor(
    private readonly http: Http,
    private readonly toasts: Toasts,
    private readonly context: PluginContext,
  ) {
    observableStore(this);
  }

  /** Adds materials behind the others; a run that was shown makes room for them. */
  addMaterials(materials: readonly Material[]): void {
    const before = this.run === null ? this.works : [];
    const known = new Set(before.map(({ id }) => id));
    const added = materials.filter(({ id, kind }) => kind === 'video' && !known.has(id)).map(workOfMaterial);
    this.run = null;
    this.unread = null;
    this.works = [...before, ...added].slice(0, MAX_POSTS);
  }

  /** Asks for videos of the library. */
  async choose(): Promise<void> {
    const library = this.context.tryGet(MATERIALS);
    const chosen = await library?.pick({ kind: 'video', multiple: true });
    if (library === undefined) this.tellClosed();
    if (chosen !== undefined) this.addMaterials(chosen);
  }

  /** Adds materials by id; those that are not found are left out. */
  async takeMaterials(ids: readonly string[]): Promise<void> {
    const library = this.context.tryGet(MATERIALS);
    if (library === undefined) return this.tellClosed();
    const found = await library.find(ids);
    this.addMaterials(ids.flatMap((id) => found.get(id) ?? []));
  }

  /** Takes what a run has made. @param items ids of items; null for all that are finished */
  async takeRun(id: string, items: readonly string[] | null = null): Promise<void> {
    this.unread = null;
    try {
      const [run, made] = await Promise.all([
        this.http.call(readToolRun, { params: { id } }, { handlesErrors: true }),
        this.readItems(id),
      ]);
      runInAction(() => {
        this.run = { id, name: run.name, items: made.length };
        this.works = made.filter((work) => items?.includes(work.id) ?? true).slice(0, MAX_POSTS);
      });
    } catch (error) {
      runInAction(() => (this.unread = { error }));
    }
  }

  /** A video of the library. */
  async materialOf(id: string): Promise<Material[]> {
    const found = (await this.context.tryGet(MATERIALS)?.find([id]))?.get(id);
    return found === undefined ? [] : [found];
  }

  remove(id: string): void {
    this.works = this.works.filter((work) => work.id !== id);
  }

  clear(): void {
    this.works = [];
    this.run = null;
  }

  /** Whether there is a library to choose from. */
  get hasLibrary(): boolean {
    return this.context.tryGet(MATERIALS) !== undefined;
  }

  /** Says that there is none. */
  tellClosed(): void {
    this.toasts.show({ kind: 'warning', text: () => this.context.t('shell:tools.library-closed') });
  }

  private async readItems(id: string): Promise<Work[]> {
    const works: Work[] = [];
    for (let cursor: string | undefined; ;) {
      const args = { params: { id }, query: { limit: PAGE, cursor } };
      const page = await this.http.call(listToolItems, args, { handlesErrors: true });
      works.push(...page.items.flatMap(workOfItem));
      if (page.nextCursor === null) return works;
      cursor = page.nextCursor;
    }
  }
}

function workOfMaterial({ id, name, thumbnail, poster, url }: Material): Work {
  return { id, fileId: id, name, picture: thumbnail ?? poster, url };
}

/** The first file of an item is what it made. */
function workOfItem({ id, name, files: [file], poster }: ToolItem): Work[] {
  const isVideo = file?.type.startsWith('video/') === true;
  return isVideo ? [{ id, fileId: file.id, name, picture: poster, url: file.url }] : [];
}
