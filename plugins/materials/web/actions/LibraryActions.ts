import type { Call, CallArguments, CallData, CallShape } from '#core/contract/call.ts';
import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import type { MaterialUser, MaterialUses } from '#plugins/materials/api.ts';
import {
  listMaterials,
  moveMaterials,
  prepareMaterial,
  purgeMaterials,
  renameMaterial,
  restoreMaterials,
  trashMaterials,
  type Material,
} from '#plugins/materials/calls.ts';
import { FoldersStore } from '../list/FoldersStore.ts';
import { MaterialFeed } from '../list/MaterialFeed.ts';
import { Libraries } from '../list/Libraries.ts';

/** Materials and folders that something is done with. */
export interface Things {
  ids?: readonly string[];
  folderIds?: readonly string[];
}

/** Time to change one's mind. */
const UNDO_MILLISECONDS = 10_000;
/** More at once browsers take for an attack. */
export const MAX_DOWNLOADS = 20;
const BETWEEN_DOWNLOADS = 400;
/** Most projects that are named, and most materials of folders that are asked about. */
const NAMED = 5;
const LOOKED_AT = 2000;

/** What can be done with materials and folders; each says what it did, and whether it can be undone. */
export class LibraryActions {
  /** Materials and folders that are being dragged; null when none are. */
  dragged: Things | null = null;
  private uses: readonly MaterialUses[] = [];
  /** The last removal that can be taken back. */
  private lastRemoval: string | null = null;
  /** The removal that is under way, or was last. */
  private removing: Promise<unknown> = Promise.resolve();

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    observableStore(this);
  }

  drag(things: Things | null): void {
    this.dragged = things;
  }

  /** Whether the dragged items may be moved into a folder; a folder never into itself. */
  mayDrop(to: string | null): boolean {
    const { dragged } = this;
    if (dragged === null) return false;
    return !(dragged.folderIds ?? []).some((id) => to === id || this.folders.isWithin(to, id));
  }

  /** Moves into a folder, or out of all of them. @returns whether it was done */
  async move(things: Things, to: string | null): Promise<boolean> {
    const name = to === null ? this.context.t('materials:folder.top') : (this.folders.get(to)?.name ?? '');
    const moved = await this.make(moveMaterials, { body: { ...listed(things), to } });
    if (moved === undefined) return false;
    this.feed.hear(things.ids ?? []);
    this.folders.outdate();
    const count = moved.materials + moved.folders;
    const text = this.context.t(count === 0 ? 'materials:moved-none' : 'materials:moved', { count, folder: name });
    this.toasts.show({ kind: count === 0 ? 'info' : 'success', text });
    return true;
  }

  /** Asks where to, and moves there. */
  async chooseAndMove(things: Things): Promise<boolean> {
    const to = await this.dialogs.open<{ to: string | null }>('materials/folder', { things });
    return to === undefined ? false : await this.move(things, to.to);
  }

  /** Where others use materials, as long as a page of the library shows what they added. @returns forgets them */
  setUses(uses: readonly MaterialUses[]): () => void {
    this.uses = uses;
    return () => {
      if (this.uses === uses) this.uses = [];
    };
  }

  /** Moves to the trash, after asking where something is used; a note offers to take that back. */
  async remove(things: Things): Promise<void> {
    const { ids = [] } = things;
    if (this.uses.length > 0 && !(await this.confirmUsed(things))) return;
    for (const library of this.libraries.opened) {
      library.list.drop(ids);
      library.broken.drop(ids);
      library.selection.drop(ids);
    }
    const removing = this.make(trashMaterials, { body: listed(things) });
    this.removing = removing;
    const removed = await removing;
    this.folders.outdate();
    if (removed === undefined) {
      this.feed.lose();
      return;
    }
    this.lastRemoval = removed.removal;
    const { materials, folders, removal } = removed;
    const what = folders > 0 ? 'materials:removed-folders' : 'materials:removed';
    this.toasts.show({
      kind: 'success',
      key: 'materials.removed',
      text: () => this.context.t(what, { count: materials, folders }),
      duration: UNDO_MILLISECONDS,
      action: { label: this.context.t('materials:undo'), run: () => void this.undo(removal) },
    });
  }

  /** Takes a removal back: the last one when none is named, also while it is under way. */
  async undo(named?: string): Promise<void> {
    if (named === undefined) await this.removing;
    const removal = named ?? this.lastRemoval;
    if (removal === null) return;
    if (removal === this.lastRemoval) this.lastRemoval = null;
    await this.bringBack({ removal });
  }

  async restore(ids: readonly string[]): Promise<void> {
    await this.bringBack({ ids: [...ids] });
    this.feed.hear(ids);
  }

  /** Deletes for good, after asking. */
  async purge(ids: readonly string[] | 'all', count: number): Promise<void> {
    const sure = await this.dialogs.confirm({
      title: 'materials:purge.ask',
      text: 'materials:purge.text',
      params: { count },
      confirm: ids === 'all' ? 'materials:purge.confirm-all' : 'materials:purge.confirm',
      destructive: true,
      width: 480,
    });
    if (!sure) return;
    const body = ids === 'all' ? ({ all: true } as const) : { ids: [...ids] };
    const purged = await this.make(purgeMaterials, { body });
    // Some may be gone even when others are still in use.
    if (ids === 'all') this.feed.lose();
    else this.feed.hear(ids);
    if (purged === undefined) return;
    this.toasts.show({ kind: 'success', text: () => this.context.t('materials:purged', { count: purged.materials }) });
  }

  /** @throws HttpFailure */
  async rename(id: string, name: string): Promise<void> {
    const renamed = await this.http.call(renameMaterial, { params: { id }, body: { name } }, { handlesErrors: true });
    this.feed.accept([renamed]);
  }

  /** Looks at one again that could not be prepared. */
  async prepare(id: string): Promise<void> {
    const material = await this.make(prepareMaterial, { params: { id } });
    if (material !== undefined) this.feed.accept([material]);
  }

  /** Hands the files to the browser, one after the other. */
  async download(materials: readonly Material[]): Promise<void> {
    if (materials.length > MAX_DOWNLOADS) {
      this.toasts.show({
        kind: 'info',
        text: () => this.context.t('materials:download-many', { count: materials.length, most: MAX_DOWNLOADS }),
      });
    }
    for (const [index, { url, name }] of materials.slice(0, MAX_DOWNLOADS).entries()) {
      if (index > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_DOWNLOADS));
      if (this.context.signal.aborted) return;
      const link = document.createElement('a');
      link.href = url;
      link.download = name;
      link.click();
    }
  }

  /** Asks about what is used elsewhere. @returns whether it is to be deleted */
  private async confirmUsed(things: Things): Promise<boolean> {
    const { t, signal, log } = this.context;
    let users: readonly MaterialUser[];
    try {
      const ids = [...(things.ids ?? []), ...(await this.idsIn(things.folderIds ?? []))];
      if (ids.length === 0) return true;
      users = (await Promise.all(this.uses.map((uses) => uses.find(ids, signal)))).flat();
    } catch (error) {
      // It can be taken back for thirty days, so that a question that cannot be asked keeps nobody.
      log.info('where materials are used could not be read', error);
      return !signal.aborted;
    }
    const [first] = users;
    if (first === undefined) return true;
    const names = users.slice(0, NAMED).map(({ title }) => t('materials:used.name', { name: title }));
    return await this.dialogs.confirm({
      title: users.length === 1 ? 'materials:used.title' : 'materials:used.title-several',
      text: `materials:used.${users.length === 1 ? 'text-one' : users.length > NAMED ? 'text-more' : 'text'}`,
      params: { name: first.title, count: users.length, names: names.join(t('materials:used.and')) },
      confirm: 'materials:used.confirm',
      destructive: true,
      width: 480,
    });
  }

  /** The materials in folders, and in those within them. */
  private async idsIn(folderIds: readonly string[]): Promise<string[]> {
    const within = (this.folders.folders ?? []).filter(({ id }) =>
      folderIds.some((outer) => this.folders.isWithin(id, outer)),
    );
    const found: string[] = [];
    for (const { id: folder } of within) {
      let cursor: string | null | undefined;
      while (cursor !== null && found.length < LOOKED_AT) {
        const query = { folder, limit: 200, ...(cursor === undefined ? {} : { cursor }) };
        const page = await this.http.call(listMaterials, { query }, { handlesErrors: true });
        found.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      }
    }
    return found;
  }

  private async bringBack(body: { removal: string } | { ids: string[] }): Promise<void> {
    const restored = await this.make(restoreMaterials, { body });
    if (restored === undefined) return;
    this.folders.outdate();
    this.toasts.show({
      kind: 'success',
      key: 'materials.removed',
      text: () => this.context.t('materials:restored', { count: restored.materials }),
    });
  }

  /** Makes a call whose failure is shown by the error catalogue. @returns undefined when it failed */
  private async make<S extends CallShape>(call: Call<S>, args: CallArguments<S>): Promise<CallData<S> | undefined> {
    try {
      return await this.http.call(call, args);
    } catch (error) {
      if (!this.context.signal.aborted) this.context.log.info(`${call.method} ${call.path} was refused`, error);
      return undefined;
    }
  }

  // Asked for when needed: the feed and the lists know each other.
  private get feed(): MaterialFeed {
    return this.context.store(MaterialFeed);
  }

  private get folders(): FoldersStore {
    return this.context.store(FoldersStore);
  }

  private get libraries(): Libraries {
    return this.context.store(Libraries);
  }
}

function listed({ ids = [], folderIds = [] }: Things) {
  return { ids: [...ids], folderIds: [...folderIds] };
}
