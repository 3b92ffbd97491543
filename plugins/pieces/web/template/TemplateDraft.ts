import { runInAction } from 'mobx';

import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { randomUuid } from '#core/web/random-uuid.ts';

import { createTemplate, saveTemplate, type TemplateRow } from '#plugins/pieces/calls.ts';
import { MOST_SLOTS } from '#plugins/pieces/limits.ts';
import { slotSchema, type Slot, type Wishes } from '#plugins/pieces/template.ts';
import { STARTERS, type Starter } from './starters.ts';

/** Seconds of a new slot. */
const [LEAST, MOST] = [2, 5];

/** The template that is written; what was typed stays while other pages are visited. Observable. */
export class TemplateDraft {
  name = '';
  slots: readonly Slot[] = [];
  isSaving = false;
  /** Something was changed that is kept nowhere. */
  isDirty = false;
  /** The kept template that is changed; null for a new one. */
  private kept: TemplateRow | null = null;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    observableStore(this);
  }

  get id(): string | null {
    return this.kept?.id ?? null;
  }

  /** Seconds of all pieces together, at the least and at the most. */
  get length(): { least: number; most: number } {
    const sum = (side: 'least' | 'most') => this.slots.reduce((all, slot) => all + slot[side], 0);
    return { least: sum('least'), most: sum('most') };
  }

  get mayAdd(): boolean {
    return this.slots.length < MOST_SLOTS;
  }

  /** Whether it can be kept as it is. */
  get isWhole(): boolean {
    return this.name.trim() !== '' && this.slots.length > 0 && this.slots.every(({ least, most }) => most >= least);
  }

  /** Begins a new template, unless one is begun already. */
  beginNew(): void {
    if (this.kept === null) return;
    this.take(null, '', []);
  }

  /** Changes a kept template, unless that is done already. */
  open(row: TemplateRow): void {
    if (this.kept?.id === row.id && (this.isDirty || this.kept.revision >= row.revision)) return;
    this.take(row, row.name, row.slots);
  }

  /** Fills a new template with slots that many begin with. */
  beginWith(starter: Starter): void {
    const { t } = this.context;
    const slots = STARTERS[starter].map(({ key, ...slot }) =>
      slotSchema.parse({ ...slot, id: randomUuid(), name: t(`pieces:starter.slot-${key}`) }),
    );
    this.take(null, t(`pieces:starter.${starter}`), slots);
    this.isDirty = true;
  }

  rename(name: string): void {
    this.name = name;
    this.isDirty = true;
  }

  add(): void {
    if (!this.mayAdd) return;
    const name = this.context.t('pieces:slot-number', { number: this.slots.length + 1 });
    this.put([...this.slots, slotSchema.parse({ id: randomUuid(), name, least: LEAST, most: MOST })]);
  }

  remove(id: string): void {
    this.put(this.slots.filter((slot) => slot.id !== id));
  }

  change(id: string, change: Partial<Omit<Slot, 'id' | 'wishes'>>): void {
    this.put(this.slots.map((slot) => (slot.id === id ? { ...slot, ...change } : slot)));
  }

  wish(id: string, change: Partial<Wishes>): void {
    this.put(this.slots.map((slot) => (slot.id === id ? { ...slot, wishes: { ...slot.wishes, ...change } } : slot)));
  }

  /** Moves a slot by so many places. */
  move(id: string, by: number): void {
    const from = this.slots.findIndex((slot) => slot.id === id);
    const [slot] = this.slots.slice(from, from + 1);
    const to = from + by;
    if (slot === undefined || to < 0 || to >= this.slots.length) return;
    const others = this.slots.filter((other) => other !== slot);
    this.put([...others.slice(0, to), slot, ...others.slice(to)]);
  }

  /** Keeps it. @returns its id; undefined where it could not be kept, which is told */
  async save(): Promise<string | undefined> {
    if (this.isSaving || !this.isWhole) return undefined;
    this.isSaving = true;
    const { kept, slots } = this;
    const body = { name: this.name.trim(), slots: [...slots] };
    try {
      const row =
        kept === null
          ? await this.http.call(createTemplate, { body })
          : await this.http.call(saveTemplate, {
              params: { id: kept.id },
              body: { ...body, revision: kept.revision },
            });
      runInAction(() => {
        this.kept = row;
        this.isDirty = this.slots !== slots;
      });
      return row.id;
    } catch (error) {
      this.context.log.info('the template was not kept', error);
      return undefined;
    } finally {
      runInAction(() => (this.isSaving = false));
    }
  }

  private take(row: TemplateRow | null, name: string, slots: readonly Slot[]): void {
    this.kept = row;
    this.name = name;
    this.slots = slots;
    this.isDirty = false;
  }

  private put(slots: readonly Slot[]): void {
    this.slots = slots;
    this.isDirty = true;
  }
}
