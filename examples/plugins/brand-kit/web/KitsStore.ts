import {
  EVENTS,
  eventTrigger,
  HTTP,
  inject,
  LiveValue,
  observableStore,
  PLUGIN_CONTEXT,
  settingsOf,
  type Events,
  type Http,
  type PluginContext,
  type PluginSettings,
} from '@reelport/core';

import { createKit, deleteKit, extractPalette, listKits, updateKit, type Kit, type KitFields } from '../calls.ts';
import { kitsChanged, paletteProgress } from '../events.ts';
import { settings } from '../settings.ts';
import { Palette } from './Palette.ts';

const NEW: KitFields = {
  ...{ name: '', color: '#ffffff', outlineColor: '#1a1a1a' },
  ...{ size: 80, position: 0.24, watermark: '' },
};

/** The edited fields, and their kit; null for a new one. */
interface Draft {
  id: string | null;
  fields: KitFields;
}

/** The account's kits, and the one being edited. */
export class KitsStore {
  readonly list: LiveValue<readonly Kit[]>;
  draft: Draft | null = null;
  palette: Palette | null = null;

  private readonly set: PluginSettings<typeof settings>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(PLUGIN_CONTEXT) context: PluginContext,
  ) {
    const { scope } = context;
    this.list = new LiveValue<readonly Kit[]>(
      scope,
      async (signal) => (await http.call(listKits, {}, { signal, handlesErrors: true })).items,
      { events, follows: [eventTrigger(kitsChanged)] },
    );
    this.set = settingsOf(context, settings);
    observableStore(this);
    // The change may mean that a kit's task has ended.
    const changed = (): void => void this.palette?.read();
    scope.own(events.on(kitsChanged, changed, changed));
    scope.own(events.on(paletteProgress, (told) => this.palette?.hear(told)));
  }

  get kits(): readonly Kit[] {
    return this.list.value ?? [];
  }

  get defaultKit(): string {
    return this.set.account.defaultKit;
  }

  /** Percent. */
  get textScale(): number {
    return this.set.account.textScale;
  }

  get mostKits(): number {
    return this.set.operator.mostKits;
  }

  /** The kit being edited; undefined for a new one. */
  get edited(): Kit | undefined {
    return this.kits.find(({ id }) => id === this.draft?.id);
  }

  /** Whether there are unsaved edits. */
  get isDirty(): boolean {
    if (this.draft === null) return false;
    const saved: KitFields = this.edited ?? NEW;
    const { fields } = this.draft;
    return (Object.keys(NEW) as Array<keyof KitFields>).some((key) => fields[key] !== saved[key]);
  }

  get maySave(): boolean {
    return this.isDirty && this.draft?.fields.name.trim() !== '';
  }

  /** Loads the kits; `list.failure` says what went wrong. */
  load(): Promise<void> {
    return this.list.load();
  }

  /** Loads everything that decides which kit is used, and how. @throws HttpFailure; the user has been told */
  async loadAll(): Promise<void> {
    const [{ items }] = await Promise.all([this.http.call(listKits), this.set.load()]);
    this.list.put(items);
  }

  begin(): void {
    this.draft = { id: null, fields: { ...NEW } };
  }

  edit({ id, name, color, outlineColor, size, position, watermark }: Kit): void {
    this.draft = { id, fields: { name, color, outlineColor, size, position, watermark } };
  }

  type(change: Partial<KitFields>): void {
    if (this.draft !== null) this.draft = { ...this.draft, fields: { ...this.draft.fields, ...change } };
  }

  leave(): void {
    this.draft = null;
  }

  /** Saves the edits. @throws HttpFailure; the user has been told */
  async save(): Promise<void> {
    const { draft } = this;
    if (draft === null) return;
    const wasDefault = this.edited !== undefined && this.edited.name === this.defaultKit;
    const { id, fields: body } = draft;
    const kit =
      id === null
        ? await this.http.call(createKit, { body })
        : await this.http.call(updateKit, { params: { id }, body });
    // The default is stored by name.
    if (wasDefault && kit.name !== this.defaultKit) await this.set.set({ defaultKit: kit.name });
    this.saved(draft, kit);
  }

  async remove({ id, name }: Kit): Promise<void> {
    await this.http.call(deleteKit, { params: { id } });
    if (name === this.defaultKit) await this.set.set({ defaultKit: undefined });
    this.removed(id);
  }

  /** Makes it the kit that is applied without asking, or stops that if it already is. */
  async toggleDefault({ name }: Kit): Promise<void> {
    await this.set.set({ defaultKit: name === this.defaultKit ? undefined : name });
  }

  async extract(kitId: string, materialId: string): Promise<void> {
    const { taskId } = await this.http.call(extractPalette, { params: { id: kitId }, body: { materialId } });
    this.follow(taskId, kitId);
  }

  /** A kit's task: started by this page, or already running when the page opened. */
  paletteOf(kit: Kit): Palette | null {
    return this.palette?.kitId === kit.id ? this.palette : null;
  }

  follow(taskId: string, kitId: string): void {
    if (this.palette?.taskId === taskId) return;
    this.palette = new Palette(taskId, kitId, this.http);
    void this.palette.read();
  }

  /** Extracted colours replace the edited ones. */
  takeColors({ id, color, outlineColor }: Kit): void {
    if (this.draft?.id === id) this.type({ color, outlineColor });
  }

  private saved(draft: Draft, kit: Kit): void {
    const others = this.kits.filter(({ id }) => id !== kit.id);
    this.list.put([...others, kit].sort((a, b) => a.name.localeCompare(b.name)));
    if (this.draft !== null && [draft.id, kit.id].includes(this.draft.id)) this.edit(kit);
  }

  private removed(id: string): void {
    this.list.put(this.kits.filter((kit) => kit.id !== id));
    if (this.draft?.id === id) this.draft = null;
  }
}
