import type { z } from 'zod';

import { LANGUAGES } from '#core/contract/languages.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { LiveAnswer } from '#core/web/live/LiveAnswer.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { BatchDraft } from '#core/web/tools/BatchDraft.ts';
import { OutputFolder } from '#core/web/tools/OutputFolder.ts';
import { MATERIALS, type Material } from '#plugins/materials/api.ts';

import type { BATCH_VOICES, BatchOptions } from '#plugins/translation/batch-options.ts';
import { planBatch, readGlossary, startBatch, type BatchPlan } from '#plugins/translation/calls.ts';
import { BATCH_LIMITS, TRANSLATION_LIMITS } from '#plugins/translation/limits.ts';
import { subtitleStyleSchema, type SubtitleStyle } from '#plugins/translation/subtitle-style.ts';
import { productsOf } from '#plugins/translation/terms.ts';
import { BATCH_AT } from './addresses.ts';

/** Milliseconds after the last change. */
const PLAN_AFTER = 150;

/** A video that is translated. */
export interface BatchVideo {
  /** That of its material. */
  id: string;
  material: Material;
}

type Wanted = z.input<typeof planBatch.body>;

/** The videos that are translated next, into which languages and how; they stay while other pages are visited. Observable. */
export class NewBatch {
  readonly inputs: BatchDraft<Material, BatchVideo>;
  readonly folder: OutputFolder;
  /** What it comes to. */
  readonly plan: LiveAnswer<Wanted, BatchPlan>;
  from = 'zh-CN';
  languages: readonly string[] = ['en-US'];
  /** Null for whatever finds most. */
  extract: BatchOptions['extract'] = null;
  isDubbed = true;
  voice: (typeof BATCH_VOICES)[number] = 'any';
  /** The product that they are about; empty for none. */
  product = '';
  /** Products that the account has terms for. */
  readonly products: LiveValue<readonly string[]>;
  form: BatchOptions['form'] = 'burned';
  style: SubtitleStyle = subtitleStyleSchema.parse({});

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(I18N) i18n: I18n,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    const library = () => context.tryGet(MATERIALS);
    const inputOf = (material: Material): BatchVideo => ({ id: material.id, material });
    this.inputs = new BatchDraft(context, { at: BATCH_AT, most: BATCH_LIMITS.videos, library, inputOf });
    const question = {
      ...{ title: context.t('translation:batch.folder-title'), confirm: context.t('translation:batch.folder-choose') },
    };
    this.folder = new OutputFolder(async () => await library()?.pickFolder(question));
    this.plan = new LiveAnswer(
      context.scope,
      (body: Wanted, signal) => http.call(planBatch, { body }, { signal, handlesErrors: true }),
      // Reasons are written by the server.
      { watch: () => i18n.language },
    );
    this.products = new LiveValue(context.scope, async (signal): Promise<readonly string[]> => {
      return productsOf((await http.call(readGlossary, {}, { signal, handlesErrors: true })).terms);
    });
    observableStore(this);
  }

  /** What is wanted as it stands; null while something is missing. */
  get wanted(): Wanted | null {
    const { from, extract, voice, form, style, product } = this;
    const [videos, languages] = [this.inputs.ids, [...this.languages]];
    if (videos.length === 0 || languages.every((tag) => tag === from)) return null;
    const dub = this.isDubbed ? { voice } : null;
    return { videos, languages, from, extract, dub, form, style, ...(product === '' ? {} : { product }) };
  }

  /** What it comes to as it stands; null while that is not known. */
  get answer(): BatchPlan | null {
    return this.wanted === null ? null : this.plan.answer;
  }

  /** Whether nothing stands in the way. */
  get isReady(): boolean {
    const { answer } = this;
    return this.wanted !== null && answer !== null && this.plan.isCurrent && answer.faults.length === 0;
  }

  /** Asks what it comes to. */
  ask(): void {
    if (this.wanted !== null) this.plan.ask(this.wanted, PLAN_AFTER);
  }

  setFrom(from: string): void {
    this.from = from;
    if (this.languages.every((tag) => tag === from)) this.languages = [from === 'en-US' ? 'zh-CN' : 'en-US'];
  }

  setLanguages(languages: readonly string[]): void {
    this.languages = languages;
  }

  chooseAll(): void {
    this.languages = LANGUAGES.map(({ tag }) => tag);
  }

  set(changes: Partial<Pick<NewBatch, 'extract' | 'isDubbed' | 'voice' | 'form' | 'product'>>): void {
    Object.assign(this, changes);
  }

  setStyle(changes: Partial<SubtitleStyle>): void {
    this.style = { ...this.style, ...changes };
  }

  /** Begins it, and goes there. Of videos that cannot be taken the first one is shown instead. */
  async start(accept: boolean): Promise<void> {
    const { wanted, answer, isReady } = this;
    const [fault] = answer?.faults ?? [];
    if (fault !== undefined) return this.inputs.batch.show(fault.id);
    if (wanted === null || answer === null || !isReady) return;
    const name = this.inputs.nameOf(this.inputs.batch.items).slice(0, TRANSLATION_LIMITS.name);
    const folder = this.folder.from(this.context.t('translation:batch.folder-name', { name }).slice(0, 60));
    const agreed = answer.costs.map(({ unit, amount }) => ({ unit, amount }));
    await this.inputs.start(() => this.http.call(startBatch, { body: { ...wanted, name, folder, accept, agreed } }));
  }
}
