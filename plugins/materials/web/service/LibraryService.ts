import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import type { Undo } from '#core/web/scope.ts';
import type { UploadItem } from '#core/web/uploads/uploads.ts';

import type { MaterialsLibrary, PickOptions } from '#plugins/materials/api.ts';
import { findMaterials, type Material, type MaterialKind } from '#plugins/materials/calls.ts';
import { LibraryActions } from '../actions/LibraryActions.ts';
import { MaterialFeed } from '../list/MaterialFeed.ts';
import { MaterialUploads } from '../upload/MaterialUploads.ts';

/** How long what was read is good enough; its addresses are good for longer. */
const KEEP_MILLISECONDS = 10 * 60_000;
/** Most ids of one call. */
const AT_ONCE = 500;
/** Anything else the server would refuse together with all that it is asked for beside it. */
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Milliseconds; ids that are asked for within this time of each other are read by one call. */
const GATHER = 15;

interface Kept {
  material: Material | null;
  until: number;
}

/**
 * The library as other plugins use it. What was read is kept by id and replaced when {@link MaterialFeed} hears of a
 * change; it is no `LiveValue`, because nobody follows a single id.
 */
export class LibraryService implements MaterialsLibrary {
  private readonly kept = new Map<string, Kept>();
  private readonly stop: Undo;
  private readonly reads: LiveValue<null>;
  private wanted = new Map<string, PromiseWithResolvers<Material | null>>();

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.reads = new LiveValue(context.scope, () => this.readWanted(), { rest: GATHER });
    context.own(this.reads.follow());
    this.stop = this.feed.follow({
      changed: (materials, ids) => {
        for (const id of ids) this.keep(id, materials.get(id) ?? null);
      },
      lost: () => this.kept.clear(),
    });
  }

  readonly pick = (options: PickOptions): Promise<Material[] | undefined> =>
    this.dialogs.open<Material[]>('materials/picker', options);

  readonly pickFolder = async (question: {
    title: string;
    confirm: string;
  }): Promise<{ folderId: string | null } | undefined> => {
    const chosen = await this.dialogs.open<{ to: string | null }>('materials/folder', { question });
    return chosen === undefined ? undefined : { folderId: chosen.to };
  };

  readonly find = async (ids: readonly string[]): Promise<Map<string, Material>> => {
    const unique = [...new Set(ids)].filter((id) => ID.test(id));
    const found = await Promise.all(unique.map((id) => this.one(id)));
    return new Map(found.flatMap((material) => (material === null ? [] : [[material.id, material]])));
  };

  readonly upload = (
    files: readonly File[],
    { kind, folderId = null }: { kind: MaterialKind; folderId?: string | null },
  ): UploadItem[] => this.context.store(MaterialUploads).upload(files, { kind, folderId });

  readonly restore = (ids: readonly string[]): Promise<void> => this.context.store(LibraryActions).restore(ids);

  readonly watch = (changed: (ids: readonly string[]) => void): (() => void) => {
    const stops = [
      this.feed.watch((ids) => {
        for (const id of ids) this.kept.delete(id);
        changed(ids);
      }),
      // What a call has answered here is news to others, too.
      this.feed.follow({ changed: (_materials, ids) => changed(ids), lost: () => changed([...this.kept.keys()]) }),
    ];
    return () => {
      for (const stop of stops) void stop();
    };
  };

  dispose(): void {
    void this.stop();
    this.kept.clear();
  }

  private async one(id: string): Promise<Material | null> {
    const kept = this.kept.get(id);
    if (kept !== undefined && kept.until > Date.now()) return kept.material;
    const wanted = this.wanted.get(id) ?? Promise.withResolvers<Material | null>();
    this.wanted.set(id, wanted);
    this.reads.refresh();
    return await wanted.promise;
  }

  private async readWanted(): Promise<null> {
    const { wanted } = this;
    this.wanted = new Map();
    const ids = [...wanted.keys()];
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const asked = ids.slice(from, from + AT_ONCE);
      try {
        const { items } = await this.http.call(findMaterials, { body: { ids: asked } });
        const found = new Map(items.map((item) => [item.id, item]));
        for (const id of asked) {
          const material = found.get(id) ?? null;
          this.keep(id, material);
          wanted.get(id)?.resolve(material);
        }
      } catch (error) {
        for (const id of asked) wanted.get(id)?.reject(error);
      }
    }
    return null;
  }

  private keep(id: string, material: Material | null): void {
    this.kept.set(id, { material, until: Date.now() + KEEP_MILLISECONDS });
  }

  private get feed(): MaterialFeed {
    return this.context.store(MaterialFeed);
  }
}
