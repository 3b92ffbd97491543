import { HTTP, HttpFailure, type Http } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';
import { UPLOADS, type UploadItem, type Uploads, type UploadTarget } from '#core/web/uploads/uploads.ts';

import { materialSchema, type Material, type MaterialFolder, type MaterialKind } from '#plugins/materials/calls.ts';
import { DEEPEST_FOLDER } from '#plugins/materials/limits.ts';
import { FoldersStore } from '../list/FoldersStore.ts';
import { addressOf } from '../list/library-address.ts';
import { MaterialFeed } from '../list/MaterialFeed.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import type { FoundFile } from '#core/web/uploads/dropped-files.ts';
import { PreflightChecks, type Destination } from './PreflightChecks.ts';
import { kindOf, refusalOf, type Refusal } from './upload-rules.ts';

/** Where the files of the library go. */
export const UPLOAD_ADDRESS = '/api/uploads/materials/material';
const LONGEST_FOLDER_NAME = 60;
/** Files that turn out to be known so soon after each other are told of together. */
const GATHER = 400;
const TOLD_MILLISECONDS = 10_000;

/** Takes files into the library: sorts them, makes the folders that they come in, and hands them to the uploads. */
export class MaterialUploads {
  private readonly preflight: PreflightChecks;
  /** Shows what has arrived at once. */
  private readonly done = (result: unknown, item: UploadItem): void => {
    const material = materialSchema.safeParse(result).data;
    if (material === undefined || this.context.signal.aborted) return;
    const { id } = material;
    this.prepared.set(id, [...(this.prepared.get(id) ?? []), item]);
    const feed = this.context.store(MaterialFeed);
    if (this.broken.has(id)) feed.hear([id]);
    else feed.accept([material]);
    if (liesElsewhere(material, item)) this.noteKnown(item.name, material);
  };
  /** Uploads whose files are being prepared, by material. */
  private readonly prepared = new Map<string, readonly UploadItem[]>();
  /** Materials that cannot be used: that may be heard before the answer to their upload, which knows less then. */
  private readonly broken = new Set<string>();
  /** Files whose content was there already, until that was said. */
  private known: { name: string; material: Material }[] = [];

  constructor(
    @inject(HTTP) http: Http,
    @inject(UPLOADS) private readonly uploads: Uploads,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(ROUTER) private readonly router: Router,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.preflight = new PreflightChecks(http);
    // Uploads that a reload interrupted continue automatically.
    context.own(uploads.listen(UPLOAD_ADDRESS, this.done));
    const changed = (materials: ReadonlyMap<string, Material>, ids: readonly string[]): void => {
      for (const id of ids) this.judge(id, materials.get(id));
    };
    context.own(context.store(MaterialFeed).follow({ changed, lost: () => undefined }));
  }

  private refusalOf(file: File, kind: MaterialKind): Refusal | null {
    return refusalOf(file, kind, this.context.get(I18N));
  }

  /** Uploads files of one kind; what is refused fails beside the others. */
  upload(files: readonly File[], to: Destination): UploadItem[] {
    if (files.length === 0) return [];
    const sent = files.filter((file) => this.refusalOf(file, to.kind) === null);
    this.preflight.ask(sent, to);
    return this.uploads.add(files, this.target(to));
  }

  /**
   * Takes whatever was dropped, pasted or chosen: each file goes to its kind, and into a folder of the name of the
   * one that it came in.
   * @param to where it goes; what has no kind of its own is refused as one of this kind
   */
  async take(found: readonly FoundFile[], to: Destination): Promise<UploadItem[]> {
    const items: UploadItem[] = [];
    if (found.length === 0) {
      this.toasts.show({ kind: 'info', text: () => this.context.t('materials:nothing-found') });
      return items;
    }
    const byPlace = Map.groupBy(found, ({ file, folders }) =>
      // What is refused needs no folder.
      JSON.stringify(kindOf(file.name) === null ? [] : folders),
    );
    const elsewhere = new Map<MaterialKind, number>();
    for (const [place, files] of byPlace) {
      const folderId = await this.folderAt(JSON.parse(place) as string[], to.folderId);
      const byKind = Map.groupBy(files, ({ file }) => kindOf(file.name) ?? to.kind);
      for (const [kind, some] of byKind) {
        items.push(
          ...this.upload(
            some.map(({ file }) => file),
            { kind, folderId },
          ),
        );
        if (kind !== to.kind) elsewhere.set(kind, (elsewhere.get(kind) ?? 0) + some.length);
      }
    }
    for (const [kind, count] of elsewhere) {
      this.toasts.show({ kind: 'info', text: () => this.context.t(`materials:went-to-${kind}`, { count }) });
    }
    return items;
  }

  /** An upload is told what its file came to: a broken one arrives as well as any other. */
  private judge(id: string, material: Material | undefined): void {
    if (material?.state === 'preparing') return;
    const items = this.prepared.get(id) ?? [];
    this.prepared.delete(id);
    this.broken.delete(id);
    if (material?.state !== 'failed') return;
    const reason = material.error ?? this.context.t('materials:state.failed');
    this.broken.add(id);
    for (const item of items) item.refuse(reason);
  }

  private noteKnown(name: string, material: Material): void {
    this.known.push({ name, material });
    if (this.known.length === 1) this.context.scope.after(GATHER, () => void this.tellKnown());
  }

  /** Says where the contents lie that were there already under another name, or in another folder. */
  private async tellKnown(): Promise<void> {
    const { known, context } = this;
    const [first] = known;
    this.known = [];
    if (first === undefined) return;
    const folders = context.store(FoldersStore);
    if (folders.folders === null) await folders.load();
    const { name, material } = first;
    const { folderId, kind, id } = material;
    const folder = folderId === null ? undefined : folders.get(folderId)?.name;
    const params = { name, other: material.name, count: known.length };
    const where = folder ?? context.t('materials:folder.loose');
    this.toasts.show({
      ...{ kind: 'info', key: 'materials.known', duration: TOLD_MILLISECONDS },
      text: () =>
        context.t(known.length === 1 ? 'materials:known' : 'materials:known-several', { ...params, folder: where }),
      action: {
        label: context.t('materials:known-show'),
        run: () => void this.router.go(addressOf(kind, { folder: folderId ?? 'all', id })),
      },
    });
  }

  private target(to: Destination): UploadTarget {
    const { kind, folderId } = to;
    return {
      url: UPLOAD_ADDRESS,
      resumable: true,
      fields: { kind, ...(folderId === null ? {} : { folderId }) },
      claim: async (file, sha256, signal) => {
        const refusal = this.refusalOf(file, kind);
        if (refusal !== null) throw new Error(this.context.t(refusal.text, refusal.params));
        return await this.preflight.claim(file, to, sha256, signal);
      },
      done: this.done,
    };
  }

  /** The folder at a path below another; what is missing is made. */
  private async folderAt(path: readonly string[], below: string | null): Promise<string | null> {
    if (path.length === 0) return below;
    const folders = this.context.store(FoldersStore);
    if (folders.folders === null) await folders.load();
    let at = below;
    // Files in folders that are too deep go to the deepest allowed one.
    const room = DEEPEST_FOLDER - (below === null ? 0 : folders.pathOf(below).length);
    for (const name of path.slice(0, Math.max(0, room))) {
      const wanted = name.trim().slice(0, LONGEST_FOLDER_NAME);
      try {
        at = (find(folders, at, wanted) ?? (await folders.create(wanted, at))).id;
      } catch (error) {
        // Somebody may have made it at the same time.
        if (error instanceof HttpFailure && error.status === 409) await folders.load();
        const made = find(folders, at, wanted);
        if (made === undefined) {
          const reason = failureText(error, this.context.t);
          this.toasts.show({
            kind: 'warning',
            text: () => this.context.t('materials:folder.not-made', { name, reason }),
          });
          return at;
        }
        at = made.id;
      }
    }
    return at;
  }
}

/** Whether a file's content was there already, under another name or in another folder than it was meant for. */
function liesElsewhere({ name, folderId }: Material, item: UploadItem): boolean {
  const plain = (text: string): string => text.normalize('NFC').trim().slice(0, 255);
  return plain(item.name) !== plain(name) || (item.target.fields?.['folderId'] ?? null) !== folderId;
}

function find(folders: FoldersStore, parent: string | null, name: string): MaterialFolder | undefined {
  const wanted = name.toLowerCase();
  return folders.childrenOf(parent).find((folder) => folder.name.toLowerCase() === wanted);
}
