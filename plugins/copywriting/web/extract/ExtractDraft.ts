import { runInAction } from 'mobx';

import type { CallData } from '#core/contract/call.ts';
import type { Cost } from '#core/contract/price.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import type { Batch } from '#core/web/studio/batch/Batch.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import { BatchDraft, titleOf } from '#core/web/tools/BatchDraft.ts';
import { MATERIALS, type Material } from '#plugins/materials/api.ts';

import { readEngines, startExtraction } from '#plugins/copywriting/calls.ts';
import { EXTRACT_TOOL, MOST_BYTES, MOST_VIDEOS, type ExtractSettings } from '#plugins/copywriting/limits.ts';
import { AT } from '../run/addresses.ts';
import { tagsOf } from '../texts/tags-of.ts';

/** A video whose text is extracted. */
export interface ExtractItem {
  /** That of its material. */
  id: string;
  material: Material;
}

/** What keeps the text of a video from being extracted; null when nothing does. */
export function faultOf({ material }: ExtractItem): 'large' | 'gone' | 'preparing' | null {
  if (material.deletedAt !== null || material.state === 'failed') return 'gone';
  if (material.state === 'preparing') return 'preparing';
  return material.size > MOST_BYTES ? 'large' : null;
}

/** The videos whose text is extracted next, and how; they stay while other pages are visited. Observable. */
export class ExtractDraft {
  readonly inputs: BatchDraft<Material, ExtractItem>;
  readonly batch: Batch<ExtractItem>;
  from: ExtractSettings['from'] = 'picture';
  /** BCP 47 tag. */
  language = 'zh-CN';
  /** As they are typed. */
  tags = '';
  /** Null until they are known. */
  engines: CallData<typeof readEngines> | null = null;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    const library = () => context.tryGet(MATERIALS);
    const inputOf = (material: Material): ExtractItem => ({ id: material.id, material });
    this.inputs = new BatchDraft(context, { at: AT, most: MOST_VIDEOS, library, inputOf });
    this.batch = this.inputs.batch;
    observableStore(this);
  }

  get faulty(): readonly ExtractItem[] {
    return this.batch.items.filter((item) => faultOf(item) !== null);
  }

  /** Whether something can do what is chosen; true until that is known. */
  get isAble(): boolean {
    if (this.engines === null) return true;
    const [sees, hears] = [this.engines.picture.length > 0, this.engines.speech.length > 0];
    return this.from === 'both' ? sees && hears : this.from === 'picture' ? sees : hears;
  }

  /** Asks what can be read and heard. */
  async learn(): Promise<void> {
    const engines = await this.http.call(readEngines, {});
    runInAction(() => {
      this.engines = engines;
      if (engines.picture.length === 0 && engines.speech.length > 0) this.from = 'speech';
    });
  }

  setFrom(from: ExtractSettings['from']): void {
    this.from = from;
  }

  setLanguage(language: string): void {
    this.language = language;
  }

  setTags(tags: string): void {
    this.tags = tags;
  }

  /** Starts the run and goes there. Of videos that cannot be taken the first one is shown instead. */
  async start(): Promise<void> {
    const [faulty] = this.faulty;
    if (faulty !== undefined) return this.batch.show(faulty.id);
    if (!this.isAble) return;
    await this.begin(this.inputs.nameOf(this.batch.items), this.inputs.ids);
  }

  /** Extracts the text of the videos of a folder; those that are too large are left out, and told. */
  async extractFolder(name: string, materials: readonly Material[]): Promise<void> {
    const taken = materials.filter((material) => material.size <= MOST_BYTES);
    const left = materials.length - taken.length;
    const tell = (key: 'copywriting:extract.folder-none' | 'copywriting:extract.folder-large'): void =>
      void this.context.get(TOASTS).show({ kind: 'warning', text: () => this.context.t(key, { count: left }) });
    if (taken.length === 0) return tell('copywriting:extract.folder-none');
    if (left > 0) tell('copywriting:extract.folder-large');
    const agreement = await this.inputs.agreeOn(taken, EXTRACT_TOOL);
    if (agreement === undefined) return;
    await this.begin(titleOf(name), agreement.ids, { items: [], agreed: agreement.agreed });
  }

  private async begin(
    name: string,
    videos: string[],
    { items, agreed }: { items?: readonly ExtractItem[]; agreed?: Cost | null } = {},
  ): Promise<void> {
    const { from, language, tags } = this;
    await this.inputs.start(
      (shown) =>
        this.http.call(startExtraction, {
          body: { name, videos, from, language, tags: tagsOf(tags), agreed: agreed === undefined ? shown : agreed },
        }),
      items,
    );
  }
}
