import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import type { Batch } from '#core/web/studio/batch/Batch.ts';
import { BatchDraft } from '#core/web/tools/BatchDraft.ts';
import { pictureSize } from '#core/web/tools/edited-video.ts';
import { MATERIALS, type Material } from '#plugins/materials/api.ts';

import { CUT_TOOL, MOST_CLIPS } from '#plugins/crop/cut-settings.ts';
import { AT } from './addresses.ts';
import { lengthOf, problemOf, windowOf, type Clip } from './clip.ts';
import { forOther, reframeOf, UNCUT, type ClipEdit } from './clip-edit.ts';

/** What of a clip's settings is given to others. */
export type AppliedPart = 'all' | 'picture' | 'window';

/** The clips that are cut next, and how; they stay while other pages are visited. Observable. */
export class CropDraft {
  readonly inputs: BatchDraft<Material, Clip>;
  readonly batch: Batch<Clip>;

  constructor(@inject(PLUGIN_CONTEXT) private readonly context: PluginContext) {
    const library = () => context.tryGet(MATERIALS);
    const inputOf = (material: Material): Clip => ({ id: material.id, material, edit: UNCUT });
    this.inputs = new BatchDraft(context, { at: AT, most: MOST_CLIPS, library, inputOf });
    this.batch = this.inputs.batch;
    observableStore(this);
  }

  /** Seconds of all that comes out. */
  get seconds(): number {
    return this.batch.items.reduce((sum, clip) => sum + lengthOf(clip), 0);
  }

  get faulty(): readonly Clip[] {
    return this.batch.items.filter((clip) => problemOf(clip) !== null);
  }

  /** Changes how one clip is cut. */
  set(id: string, change: (before: ClipEdit) => ClipEdit): void {
    this.batch.set([id], (clip) => ({ ...clip, edit: change(clip.edit) }));
  }

  /** Gives others what one clip is set to; a note offers to take it back. */
  apply(from: string, ids: readonly string[], part: AppliedPart): void {
    const source = this.batch.get(from);
    if (source === undefined || ids.length === 0) return;
    const { window, ...picture } = source.edit;
    const undo = this.batch.set(ids, ({ id, material, edit }) => {
      const end = Math.min(window?.end ?? Infinity, material.seconds ?? Infinity);
      return {
        ...{ id, material },
        edit: {
          ...(part === 'window' ? edit : { ...forOther({ ...picture, window: null }, pictureSize(material)) }),
          window: part === 'picture' ? edit.window : window && { start: window.start, end },
        },
      };
    });
    this.inputs.offerUndo(this.context.t('crop:applied', { count: ids.length }), undo);
  }

  /** Starts the run and goes there. Of clips that cannot be cut the first one is shown instead. */
  async start(): Promise<void> {
    const { items } = this.batch;
    const [faulty] = this.faulty;
    if (faulty !== undefined) return this.batch.show(faulty.id);
    if (items.length === 0) return;
    const own = Object.fromEntries(
      items.map((clip) => [clip.id, { window: windowOf(clip), reframe: reframeOf(clip.edit) }]),
    );
    await this.inputs.startTool(CUT_TOOL, { own });
  }
}
