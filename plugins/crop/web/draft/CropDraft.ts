import { runInAction } from 'mobx';

import { startToolRun } from '#core/contract/tool-run-calls.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import { Batch } from '#core/web/studio/batch/Batch.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';
import { MATERIALS, type Material } from '#plugins/materials/api.ts';

import { CUT_TOOL, MOST_CLIPS } from '#plugins/crop/cut-settings.ts';
import { pageOfRun } from '../run/page-of-run.ts';
import { lengthOf, problemOf, sizeOf, windowOf, type Clip } from './clip.ts';
import { forOther, reframeOf, UNCUT, type ClipEdit } from './clip-edit.ts';

/** What of a clip's settings is given to others. */
export type AppliedPart = 'all' | 'picture' | 'window';

const UNDO_MILLISECONDS = 8000;
/** Characters of a clip's name in that of a run. */
const LONGEST_NAME = 100;

/** The clips that are cut next, and how; they stay while other pages are visited. Observable. */
export class CropDraft {
  readonly batch = new Batch<Clip>(MOST_CLIPS);
  isStarting = false;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(ROUTER) private readonly router: Router,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    observableStore(this);
  }

  /** Seconds of all that comes out. */
  get seconds(): number {
    return this.batch.items.reduce((sum, clip) => sum + lengthOf(clip), 0);
  }

  get faulty(): readonly Clip[] {
    return this.batch.items.filter((clip) => problemOf(clip) !== null);
  }

  /** Keeps materials as they are now, and asks before what was chosen is lost. @returns stops that */
  hold(): () => void {
    const stopWatching = this.context.tryGet(MATERIALS)?.watch((ids) => {
      if (ids.some((id) => this.batch.get(id) !== undefined)) void this.refresh();
    });
    const stopAsking = this.batch.guard(this.router);
    void this.refresh();
    return () => {
      stopWatching?.();
      stopAsking();
    };
  }

  /** Asks for clips of the library. */
  async choose(): Promise<void> {
    const { t } = this.context;
    const library = this.context.tryGet(MATERIALS);
    if (library === undefined) {
      this.toasts.show({ kind: 'warning', text: () => t('crop:library-closed'), key: 'crop.library' });
      return;
    }
    const chosen = await library.pick({ kind: 'video', multiple: true });
    if (chosen !== undefined) this.add(chosen);
  }

  add(materials: readonly Material[]): void {
    const left = this.batch.add(materials.map((material) => ({ id: material.id, material, edit: UNCUT })));
    if (left === 0) return;
    const text = () => this.context.t('crop:too-many', { most: MOST_CLIPS, count: left });
    this.toasts.show({ kind: 'warning', text, duration: UNDO_MILLISECONDS });
  }

  remove(ids: readonly string[]): void {
    this.offerUndo(this.context.t('crop:removed', { count: ids.length }), this.batch.remove(ids));
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
          ...(part === 'window' ? edit : { ...forOther({ ...picture, window: null }, sizeOf(material)) }),
          window: part === 'picture' ? edit.window : window && { start: window.start, end },
        },
      };
    });
    this.offerUndo(this.context.t('crop:applied', { count: ids.length }), undo);
  }

  /** Starts the run and goes there. Of clips that cannot be cut the first one is shown instead. */
  async start(): Promise<void> {
    const { items } = this.batch;
    const [[faulty], [first]] = [this.faulty, items];
    if (faulty !== undefined) this.batch.show(faulty.id);
    if (this.isStarting || faulty !== undefined || first === undefined) return;
    this.isStarting = true;
    const own = Object.fromEntries(
      items.map((clip) => [clip.id, { window: windowOf(clip), reframe: reframeOf(clip.edit) }]),
    );
    const title = first.material.name.replace(/\.[A-Za-z0-9]{2,4}$/, '').slice(0, LONGEST_NAME);
    const name = items.length === 1 ? title : this.context.t('crop:run-name', { name: title, count: items.length });
    try {
      const body = { tool: CUT_TOOL, name, inputs: items.map(({ id }) => id), settings: { own } };
      const { id } = await this.http.call(startToolRun, { body });
      this.batch.isKept(items);
      await this.router.go(pageOfRun(id));
    } catch (error) {
      // The error catalogue has told it.
      if (!this.context.signal.aborted) this.context.log.info('the run was not started', error);
    } finally {
      runInAction(() => (this.isStarting = false));
    }
  }

  private offerUndo(text: string, run: () => void): void {
    const action = { label: this.context.t('crop:undo'), run };
    this.toasts.show({ kind: 'success', text, key: 'crop.changed', duration: UNDO_MILLISECONDS, action });
  }

  /** What is not found any more is in nobody's library. */
  private async refresh(): Promise<void> {
    const ids = this.batch.items.map(({ id }) => id);
    const found = await this.context
      .tryGet(MATERIALS)
      ?.find(ids)
      .catch(() => undefined);
    if (found === undefined) return;
    this.batch.refresh((clip) => {
      if (!ids.includes(clip.id)) return clip;
      const gone = { ...clip.material, deletedAt: clip.material.deletedAt ?? new Date().toISOString() };
      return { ...clip, material: found.get(clip.id) ?? gone };
    });
  }
}
