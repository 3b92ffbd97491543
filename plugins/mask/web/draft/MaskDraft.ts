import { observable, runInAction } from 'mobx';

import { FEATURES } from '#core/contract/tiers.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { randomUuid } from '#core/web/random-uuid.ts';
import { settingsOf } from '#core/web/settings/settings-of.ts';
import type { Batch } from '#core/web/studio/batch/Batch.ts';
import { BatchDraft } from '#core/web/tools/BatchDraft.ts';
import { VIDEO_TEXTS, type VideoText, type VideoTextsKnown } from '#plugins/eye/api.ts';
import { MATERIALS, type Material } from '#plugins/materials/api.ts';

import { COVER_TOOL, followsText, MOST_MASKS, MOST_VIDEOS, type MaskSettings } from '#plugins/mask/mask-settings.ts';
import { settings } from '#plugins/mask/settings.ts';
import { AT } from './addresses.ts';
import { problemOf, textMask, type MaskedVideo, type MaskEdit } from './masked-video.ts';

/** The videos that are masked next, and how; they stay while other pages are visited. Observable. */
export class MaskDraft {
  readonly inputs: BatchDraft<Material, MaskedVideo>;
  readonly batch: Batch<MaskedVideo>;
  /** BCP 47 tag of the language of text that masks follow. */
  language = 'zh';
  private readonly texts: VideoTextsKnown | undefined;
  /** Images that fill masks. */
  private readonly images = observable.map<string, Material>({}, { deep: false });

  constructor(@inject(PLUGIN_CONTEXT) private readonly context: PluginContext) {
    this.texts = context.tryGet(VIDEO_TEXTS);
    const library = () => context.tryGet(MATERIALS);
    const inputOf = (material: Material): MaskedVideo => ({ id: material.id, material, masks: [textMask()] });
    const known = settingsOf(context, settings);
    const batch = { feature: FEATURES.mosaic, free: () => known.operator.freeVideos };
    this.inputs = new BatchDraft(context, { at: AT, most: MOST_VIDEOS, batch, library, inputOf });
    this.batch = this.inputs.batch;
    observableStore(this);
  }

  get faulty(): readonly MaskedVideo[] {
    return this.batch.items.filter((video) => problemOf(video) !== null);
  }

  /** The languages of text that can be read; none where nothing reads text, null until they are known. */
  get languages(): readonly string[] | null {
    return this.texts === undefined ? [] : this.texts.languages;
  }

  textOf(id: string): VideoText | undefined {
    return this.texts?.of(id, this.language);
  }

  imageOf(id: string): Material | undefined {
    return this.images.get(id);
  }

  /** Learns which languages can be read, and hears of text that was. @returns stops that */
  follow(): () => void {
    return this.texts?.follow() ?? (() => undefined);
  }

  /** Has the text of a video found where one of its masks follows it. */
  async findText(id: string, again = false): Promise<void> {
    const video = this.batch.get(id);
    if (video?.material.state !== 'ready' || !video.masks.some(({ mask }) => followsText(mask))) return;
    await this.texts?.open(id, this.language, again);
  }

  setLanguage(language: string): void {
    this.language = language;
  }

  /** Changes the masks of one video. */
  set(id: string, change: (before: readonly MaskEdit[]) => readonly MaskEdit[]): void {
    this.batch.set([id], (video) => ({ ...video, masks: change(video.masks).slice(0, MOST_MASKS) }));
  }

  /** Changes one mask. */
  setMask(id: string, mask: string, change: (before: MaskEdit) => MaskEdit): void {
    this.set(id, (masks) => masks.map((edit) => (edit.id === mask ? change(edit) : edit)));
  }

  /** Gives other videos the masks of one; a note offers to take it back. */
  apply(from: string, ids: readonly string[]): void {
    const source = this.batch.get(from);
    if (source === undefined || ids.length === 0) return;
    const undo = this.batch.set(ids, (video) => ({
      ...video,
      masks: source.masks.map((edit) => ({ ...edit, id: randomUuid() })),
    }));
    this.inputs.offerUndo(this.context.t('mask:applied', { count: ids.length }), undo);
  }

  /** Asks for an image of the library that fills a mask. */
  async chooseImage(id: string, mask: string): Promise<void> {
    const library = this.context.tryGet(MATERIALS);
    if (library === undefined) return this.inputs.tellClosed();
    const [image] = (await library.pick({ kind: 'image' })) ?? [];
    if (image === undefined) return;
    runInAction(() => this.images.set(image.id, image));
    this.setMask(id, mask, (edit) => ({
      ...edit,
      mask: { ...edit.mask, look: { kind: 'picture', image: image.id } },
    }));
  }

  /** Starts the run and goes there. Of videos that cannot be masked the first one is shown instead. */
  async start(): Promise<void> {
    const [faulty] = this.faulty;
    if (faulty !== undefined) return this.batch.show(faulty.id);
    const settings = this.inputs.usualAndOwn(({ masks }) => ({ masks: masks.map(({ mask }) => mask) }));
    if (settings === undefined) return;
    const { usual, own } = settings;
    await this.inputs.startTool(COVER_TOOL, { ...usual, language: this.language, own } satisfies MaskSettings);
  }

  /** Covers the text of videos that are not on the list, such as those of a folder: each where its own is. */
  async coverText(name: string, materials: readonly Material[]): Promise<void> {
    const settings: MaskSettings = { masks: [textMask().mask], language: this.language, own: {} };
    await this.inputs.startToolOf(materials, name, COVER_TOOL, settings);
  }
}
