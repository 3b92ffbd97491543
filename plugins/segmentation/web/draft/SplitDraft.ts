import { observable, runInAction } from 'mobx';
import type { z } from 'zod';

import type { Cost } from '#core/contract/price.ts';
import { FEATURES } from '#core/contract/tiers.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { settingsOf, type PluginSettings } from '#core/web/settings/settings-of.ts';
import type { Batch } from '#core/web/studio/batch/Batch.ts';
import { BatchDraft, titleOf } from '#core/web/tools/BatchDraft.ts';
import { OutputFolder } from '#core/web/tools/OutputFolder.ts';
import { MATERIALS, type Material } from '#plugins/materials/api.ts';

import { openVideos, startSplit } from '#plugins/segmentation/calls.ts';
import { shotsChanged } from '#plugins/segmentation/events.ts';
import { MOST_VIDEOS, SPLIT_TOOL } from '#plugins/segmentation/limits.ts';
import { settings } from '#plugins/segmentation/settings.ts';
import { USUAL_RULE, type Rule } from '#plugins/segmentation/shots.ts';
import { AT } from './addresses.ts';
import { VideoShots } from './VideoShots.ts';

/** A video whose shots are looked at. */
export interface SplitItem {
  /** That of its material. */
  id: string;
  material: Material;
}

/** Characters of a run's name in that of a folder. */
const LONGEST_FOLDER = 40;
/** Videos that are asked about at once. */
const AT_ONCE = 100;

/** The videos that are split next, and how; they stay while other pages are visited. Observable. */
export class SplitDraft {
  readonly inputs: BatchDraft<Material, SplitItem>;
  readonly batch: Batch<SplitItem>;
  rule: Rule = USUAL_RULE;
  readonly folder: OutputFolder;
  private readonly videos = observable.map<string, VideoShots>({}, { deep: false });
  readonly #settings: PluginSettings<typeof settings>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.#settings = settingsOf(context, settings);
    const { t } = context;
    this.folder = new OutputFolder(async () => {
      const library = context.tryGet(MATERIALS);
      if (library === undefined) this.inputs.tellClosed();
      return library?.pickFolder({ title: t('segmentation:folder-title'), confirm: t('segmentation:folder-confirm') });
    });
    this.inputs = new BatchDraft(context, {
      at: AT,
      most: MOST_VIDEOS,
      batch: { feature: FEATURES.segmentation, free: () => this.#settings.operator.freeVideos },
      library: () => context.tryGet(MATERIALS),
      inputOf: (material: Material): SplitItem => ({ id: material.id, material }),
      known: (ids) => void this.read(ids),
    });
    this.batch = this.inputs.batch;
    observableStore(this);
  }

  /** What is known of a video's shots. */
  shotsOf(id: string): VideoShots | undefined {
    return this.videos.get(id);
  }

  /** Keeps shots as they are known now. @returns stops that */
  follow(): () => void {
    const stop = this.events.on(
      shotsChanged,
      ({ ids }) => void this.read(ids.filter((id) => this.batch.get(id) !== undefined)),
      () => void this.read(this.inputs.ids),
    );
    return () => void stop();
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
    await this.start(titleOf(open.material.name), videos);
  }

  /** Splits every video of the list. */
  async splitAll(): Promise<void> {
    const usable = this.batch.items.filter(({ material }) => material.state === 'ready' && material.deletedAt === null);
    if (usable.length === 0) return;
    const videos = usable.map(({ id }) => ({ id }));
    await this.start(this.inputs.nameOf(usable), videos);
  }

  /** Splits videos that are not on the list, such as those of a folder, into a new folder. */
  async splitOthers(name: string, materials: readonly Material[]): Promise<void> {
    const agreement = await this.inputs.agreeOn(materials, SPLIT_TOOL);
    if (agreement === undefined) return;
    const { agreed, ids } = agreement;
    const videos = ids.map((id) => ({ id }));
    await this.start(titleOf(name), videos, { isNew: true, items: [], agreed });
  }

  private async start(
    name: string,
    videos: z.input<typeof startSplit.body>['videos'],
    { isNew = false, items, agreed }: { isNew?: boolean; items: readonly SplitItem[]; agreed?: Cost | null } = {
      items: this.batch.items,
    },
  ): Promise<void> {
    if (this.inputs.isStarting) return;
    if (!this.inputs.mayStart(videos.length)) return;
    const folderName = this.context.t('segmentation:folder-name', { name: titleOf(name, LONGEST_FOLDER) });
    const { rule } = this;
    await this.inputs.start(async (shown) => {
      // The server splits by what it knows.
      await Promise.all(videos.flatMap(({ id }) => this.shotsOf(id)?.settle() ?? []));
      const folder = isNew ? { name: folderName } : this.folder.from(folderName);
      return this.http.call(startSplit, {
        body: { name, videos, rule, folder, agreed: agreed === undefined ? shown : agreed },
      });
    }, items);
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
}
