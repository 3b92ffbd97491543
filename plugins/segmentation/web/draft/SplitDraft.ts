import { observable, runInAction } from 'mobx';
import type { z } from 'zod';

import { FEATURES } from '#core/contract/tiers.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { FEATURE_GATE, type FeatureGate } from '#core/web/features/feature-gate.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import { settingsOf, type PluginSettings } from '#core/web/settings/settings-of.ts';
import { Batch } from '#core/web/studio/batch/Batch.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';
import { MATERIALS, type Material } from '#plugins/materials/api.ts';

import { openVideos, startSplit } from '#plugins/segmentation/calls.ts';
import { shotsChanged } from '#plugins/segmentation/events.ts';
import { MOST_VIDEOS } from '#plugins/segmentation/limits.ts';
import { settings } from '#plugins/segmentation/settings.ts';
import { USUAL_RULE, type Rule } from '#plugins/segmentation/shots.ts';
import { pageOfRun } from '../run/page-of-run.ts';
import { VideoShots } from './VideoShots.ts';

/** A video whose shots are looked at. */
export interface SplitItem {
  /** That of its material. */
  id: string;
  material: Material;
}

/** Where shots go in the library: a new folder, one that was chosen, or none. */
export type Destination = { kind: 'new' } | { kind: 'chosen'; folderId: string | null };

const UNDO_MILLISECONDS = 8000;
/** Characters of a video's name in that of a run, and in that of a folder. */
const [LONGEST_NAME, LONGEST_FOLDER] = [90, 40];
/** Videos that are asked about at once. */
const AT_ONCE = 100;

const titleOf = (name: string, most: number): string => name.replace(/\.[A-Za-z0-9]{2,4}$/, '').slice(0, most);

/** The videos that are split next, and how; they stay while other pages are visited. Observable. */
export class SplitDraft {
  readonly batch = new Batch<SplitItem>(MOST_VIDEOS);
  rule: Rule = USUAL_RULE;
  destination: Destination = { kind: 'new' };
  isStarting = false;
  private readonly videos = observable.map<string, VideoShots>({}, { deep: false });
  readonly #settings: PluginSettings<typeof settings>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
    @inject(FEATURE_GATE) private readonly features: FeatureGate,
    @inject(ROUTER) private readonly router: Router,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.#settings = settingsOf(context, settings);
    observableStore(this);
  }

  /** What is known of a video's shots. */
  shotsOf(id: string): VideoShots | undefined {
    return this.videos.get(id);
  }

  /** Videos that a run takes without the feature that splits any number. */
  get freeVideos(): number {
    return this.#settings.operator.freeVideos;
  }

  /** Keeps materials and shots as they are now, and asks before what was chosen is lost. @returns stops that */
  hold(): () => void {
    const stopWatching = this.context.tryGet(MATERIALS)?.watch((ids) => {
      if (ids.some((id) => this.batch.get(id) !== undefined)) void this.refresh();
    });
    const stopHearing = this.events.on(
      shotsChanged,
      ({ ids }) => void this.read(ids.filter((id) => this.batch.get(id) !== undefined)),
      () => void this.read(this.ids),
    );
    const stopAsking = this.batch.guard(this.router);
    void this.refresh();
    return () => {
      stopWatching?.();
      void stopHearing();
      stopAsking();
    };
  }

  /** Asks for videos of the library. */
  async choose(): Promise<void> {
    const library = this.library();
    const chosen = await library?.pick({ kind: 'video', multiple: true });
    if (chosen !== undefined) this.add(chosen);
  }

  /** Asks for the folder that shots go to. */
  async chooseFolder(): Promise<void> {
    const { t } = this.context;
    const question = { title: t('segmentation:folder-title'), confirm: t('segmentation:folder-confirm') };
    const chosen = await this.library()?.pickFolder(question);
    if (chosen !== undefined) runInAction(() => (this.destination = { kind: 'chosen', ...chosen }));
  }

  useNewFolder(): void {
    this.destination = { kind: 'new' };
  }

  add(materials: readonly Material[]): void {
    const left = this.batch.add(materials.map((material) => ({ id: material.id, material })));
    void this.read(materials.map(({ id }) => id));
    if (left === 0) return;
    const text = () => this.context.t('segmentation:too-many', { most: MOST_VIDEOS, count: left });
    this.toasts.show({ kind: 'warning', text, duration: UNDO_MILLISECONDS });
  }

  remove(ids: readonly string[]): void {
    const run = this.batch.remove(ids);
    const text = this.context.t('segmentation:removed', { count: ids.length });
    const action = { label: this.context.t('segmentation:undo'), run };
    this.toasts.show({ kind: 'success', text, key: 'segmentation.changed', duration: UNDO_MILLISECONDS, action });
  }

  setRule(change: Partial<Rule>): void {
    this.rule = { ...this.rule, ...change };
  }

  /** Looks once more for the shots of a video of which none could be found. */
  async lookAgain(id: string): Promise<void> {
    await this.read([id], true);
  }

  /** Exports the chosen shots of the video that is shown. */
  async exportShown(): Promise<void> {
    const { open } = this.batch;
    const shots = open === null ? undefined : this.shotsOf(open.id);
    if (open === null || shots === undefined) return;
    const chosen = shots.shots(this.rule).filter(({ isLeftOut }) => !isLeftOut);
    if (chosen.length === 0) return;
    const videos = [{ id: open.id, shots: chosen.map(({ from, to, name, tags }) => ({ from, to, name, tags })) }];
    await this.start(titleOf(open.material.name, LONGEST_NAME), videos);
  }

  /** Splits every video of the list. */
  async splitAll(): Promise<void> {
    const usable = this.batch.items.filter(({ material }) => material.state === 'ready' && material.deletedAt === null);
    const [first] = usable;
    if (first === undefined) return;
    const name = titleOf(first.material.name, LONGEST_NAME);
    const title = usable.length === 1 ? name : this.context.t('segmentation:run-name', { name, count: usable.length });
    await this.start(
      title,
      usable.map(({ id }) => ({ id })),
    );
  }

  private get ids(): string[] {
    return this.batch.items.map(({ id }) => id);
  }

  private async start(name: string, videos: z.input<typeof startSplit.body>['videos']): Promise<void> {
    if (this.isStarting) return;
    if (videos.length > this.freeVideos && !this.features.require(FEATURES.segmentation)) return;
    this.isStarting = true;
    const { items } = this.batch;
    const folderName = this.context.t('segmentation:folder-name', { name: titleOf(name, LONGEST_FOLDER) });
    const { destination, rule } = this;
    try {
      // The server splits by what it knows.
      await Promise.all(videos.flatMap(({ id }) => this.shotsOf(id)?.settle() ?? []));
      const folder = destination.kind === 'new' ? { name: folderName } : destination.folderId;
      const { id } = await this.http.call(startSplit, { body: { name, videos, rule, folder } });
      this.batch.isKept(items);
      await this.router.go(pageOfRun(id));
    } catch (error) {
      // The error catalogue has told it.
      if (!this.context.signal.aborted) this.context.log.info('the run was not started', error);
    } finally {
      runInAction(() => (this.isStarting = false));
    }
  }

  private library() {
    const { t } = this.context;
    const library = this.context.tryGet(MATERIALS);
    if (library === undefined) {
      this.toasts.show({ kind: 'warning', text: () => t('segmentation:library-closed'), key: 'segmentation.library' });
    }
    return library;
  }

  /** Reads what is known of shots, and has unknown ones found. */
  private async read(ids: readonly string[], again = false): Promise<void> {
    for (let from = 0; from < ids.length; from += AT_ONCE) {
      const body = { ids: ids.slice(from, from + AT_ONCE), again };
      const answer = await this.http
        .call(openVideos, { body }, { signal: this.context.signal, handlesErrors: true })
        .catch(() => undefined);
      runInAction(() => {
        for (const item of answer?.items ?? []) {
          const known =
            this.videos.get(item.id) ?? new VideoShots(item, this.http, this.context, () => this.read([item.id]));
          known.take(item);
          this.videos.set(item.id, known);
        }
      });
    }
  }

  /** What is not found any more is in nobody's library; what has become ready is looked at. */
  private async refresh(): Promise<void> {
    const { ids } = this;
    const found = await this.context
      .tryGet(MATERIALS)
      ?.find(ids)
      .catch(() => undefined);
    if (found !== undefined) {
      this.batch.refresh((item) => {
        if (!ids.includes(item.id)) return item;
        const gone = { ...item.material, deletedAt: item.material.deletedAt ?? new Date().toISOString() };
        return { ...item, material: found.get(item.id) ?? gone };
      });
    }
    await this.read(ids);
  }
}
