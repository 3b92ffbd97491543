import { runInAction } from 'mobx';

import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';
import { BatchDraft, titleOf } from '#core/web/tools/BatchDraft.ts';
import { MATERIALS, type Material } from '#plugins/materials/api.ts';

import { createProjects } from '#plugins/pieces/calls.ts';
import { LONGEST_NAME, MOST_PROJECTS, MOST_VIDEOS } from '#plugins/pieces/limits.ts';
import { AT, previewAt } from '../lists/addresses.ts';

/** A video that is cut into pieces. */
export interface LongVideo {
  /** That of its material. */
  id: string;
  material: Material;
}

/** Whether a project can be made of a video now. */
export const isUsable = ({ material }: LongVideo): boolean => material.state === 'ready' && material.deletedAt === null;

/** Why a video can never be used, such as that it is too long, in the library's words; null for none. */
export const faultOf = ({ material }: LongVideo): string | null =>
  material.state === 'failed' && material.deletedAt === null ? material.error : null;

/** Which videos are cut by which template, and into how many projects; stays while other pages are visited. Observable. */
export class ProjectDraft {
  readonly inputs: BatchDraft<Material, LongVideo>;
  /** The template that was chosen; null for the first of the list. */
  template: string | null = null;
  /** One project takes pieces of all videos, or each is of one. */
  each: 'together' | 'video' = 'together';
  /** Projects that are made, of each video where each has its own. */
  count = 1;
  isCreating = false;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(ROUTER) private readonly router: Router,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.inputs = new BatchDraft(context, {
      at: AT,
      most: MOST_VIDEOS,
      library: () => context.tryGet(MATERIALS),
      inputOf: (material: Material): LongVideo => ({ id: material.id, material }),
    });
    observableStore(this);
  }

  get videos(): readonly LongVideo[] {
    return this.inputs.batch.items;
  }

  /** Projects that come of it. */
  get projects(): number {
    return this.count * (this.each === 'video' ? this.videos.length : 1);
  }

  /** The most that `count` may be, so that no more come of it than one press makes. */
  get mostEach(): number {
    return Math.max(1, Math.floor(MOST_PROJECTS / (this.each === 'video' ? Math.max(1, this.videos.length) : 1)));
  }

  useTemplate(id: string): void {
    this.template = id;
  }

  setEach(each: 'together' | 'video'): void {
    this.each = each;
    this.count = Math.min(this.count, this.mostEach);
  }

  setCount(count: number): void {
    this.count = Math.max(1, Math.min(this.mostEach, Math.round(count)));
  }

  /** Makes the projects, and goes to the first; a failure is told. */
  async create(template: string): Promise<void> {
    const { videos } = this;
    if (this.isCreating || videos.length === 0) return;
    this.isCreating = true;
    const name = titleOf(this.inputs.nameOf(videos), LONGEST_NAME);
    const materials = videos.map(({ id }) => id);
    const body = { name, template, materials, each: this.each, count: Math.min(this.count, this.mostEach) };
    try {
      const { items } = await this.http.call(createProjects, { body });
      this.inputs.batch.isKept(videos);
      const [first] = items;
      if (first === undefined) return;
      if (items.length > 1) {
        const text = () => this.context.t('pieces:created', { count: items.length });
        this.toasts.show({ kind: 'success', text, key: 'pieces.created' });
      }
      await this.router.go(previewAt(first.id));
    } catch (error) {
      if (!this.context.signal.aborted) this.context.log.info('the projects were not made', error);
    } finally {
      runInAction(() => (this.isCreating = false));
    }
  }
}
