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

import {
  findsText,
  MOST_PLACES,
  MOST_VIDEOS,
  REMOVE_TOOL,
  type RemovalSettings,
} from '#plugins/removal/removal-settings.ts';
import { settings } from '#plugins/removal/settings.ts';
import { AT } from './addresses.ts';
import { problemOf, textEdit, type CleanedVideo, type RemovalEdit } from './cleaned-video.ts';

/** The videos from which something is removed next, and what; they stay while other pages are visited. Observable. */
export class RemovalDraft {
  readonly inputs: BatchDraft<Material, CleanedVideo>;
  readonly batch: Batch<CleanedVideo>;
  /** BCP 47 tag of the language of text that is found. */
  language = 'zh';
  private readonly texts: VideoTextsKnown | undefined;

  constructor(@inject(PLUGIN_CONTEXT) private readonly context: PluginContext) {
    this.texts = context.tryGet(VIDEO_TEXTS);
    const library = () => context.tryGet(MATERIALS);
    const inputOf = (material: Material): CleanedVideo => ({ id: material.id, material, edits: [textEdit()] });
    const known = settingsOf(context, settings);
    const batch = { feature: FEATURES.subtitleRemoval, free: () => known.operator.freeVideos };
    this.inputs = new BatchDraft(context, { at: AT, most: MOST_VIDEOS, batch, library, inputOf });
    this.batch = this.inputs.batch;
    observableStore(this);
  }

  get faulty(): readonly CleanedVideo[] {
    return this.batch.items.filter((video) => problemOf(video) !== null);
  }

  /** The languages of text that can be read; none where nothing reads text, null until they are known. */
  get languages(): readonly string[] | null {
    return this.texts === undefined ? [] : this.texts.languages;
  }

  textOf(id: string): VideoText | undefined {
    return this.texts?.of(id, this.language);
  }

  /** Learns which languages can be read, and hears of text that was. @returns stops that */
  follow(): () => void {
    return this.texts?.follow() ?? (() => undefined);
  }

  /** Has the text of a video found where one of its places is text. */
  async findText(id: string, again = false): Promise<void> {
    const video = this.batch.get(id);
    if (video?.material.state !== 'ready' || !video.edits.some(({ removal }) => findsText(removal))) return;
    await this.texts?.open(id, this.language, again);
  }

  setLanguage(language: string): void {
    this.language = language;
  }

  /** Changes the places of one video. */
  set(id: string, change: (before: readonly RemovalEdit[]) => readonly RemovalEdit[]): void {
    this.batch.set([id], (video) => ({ ...video, edits: change(video.edits).slice(0, MOST_PLACES) }));
  }

  /** Changes one place. */
  setEdit(id: string, edit: string, change: (before: RemovalEdit) => RemovalEdit): void {
    this.set(id, (edits) => edits.map((each) => (each.id === edit ? change(each) : each)));
  }

  /** Gives other videos the places of one; a note offers to take it back. */
  apply(from: string, ids: readonly string[]): void {
    const source = this.batch.get(from);
    if (source === undefined || ids.length === 0) return;
    const undo = this.batch.set(ids, (video) => ({
      ...video,
      edits: source.edits.map((edit) => ({ ...edit, id: randomUuid() })),
    }));
    this.inputs.offerUndo(this.context.t('removal:applied', { count: ids.length }), undo);
  }

  /** Starts the run and goes there. Of videos from which nothing can be removed the first one is shown instead. */
  async start(): Promise<void> {
    const [faulty] = this.faulty;
    if (faulty !== undefined) return this.batch.show(faulty.id);
    const settings = this.inputs.usualAndOwn(({ edits }) => ({ removals: edits.map(({ removal }) => removal) }));
    if (settings === undefined) return;
    const { usual, own } = settings;
    await this.inputs.startTool(REMOVE_TOOL, { ...usual, language: this.language, own } satisfies RemovalSettings);
  }

  /** Removes the text of videos that are not on the list, such as those of a folder. */
  async removeText(name: string, materials: readonly Material[]): Promise<void> {
    const settings: RemovalSettings = { removals: [textEdit().removal], language: this.language, own: {} };
    await this.inputs.startToolOf(materials, name, REMOVE_TOOL, settings);
  }
}
