import { runInAction } from 'mobx';
import type { z } from 'zod';

import { extentOf, type Cost } from '#core/contract/price.ts';
import type { FeatureId } from '#core/contract/tiers.ts';
import { startToolRun } from '#core/contract/tool-run-calls.ts';

import { FEATURE_GATE } from '../features/feature-gate.ts';
import { HTTP } from '../http/http.ts';
import { observableStore } from '../observable-store.ts';
import type { PluginContext } from '../plugin-context.ts';
import { ROUTER } from '../router/router.ts';
import { Batch } from '../studio/batch/Batch.ts';
import { TOASTS } from '../toasts/toasts.ts';
import type { ToolAddresses } from './tool-addresses.ts';
import { agreeToCost } from './tool-price.ts';

/** What every tool knows of a video that it works on; a `Material` of the library is one. */
export interface InputMaterial {
  readonly id: string;
  readonly name: string;
  /** Addresses of small pictures; null until there are some. */
  readonly thumbnail: string | null;
  readonly poster: string | null;
  /** ISO time at which it was put into the trash; null for what is in the library. */
  readonly deletedAt: string | null;
  /** Null until it is known. */
  readonly seconds: number | null;
}

/** One input of a batch: its id is that of its material. */
export interface BatchInput<M extends InputMaterial> {
  readonly id: string;
  readonly material: M;
}

/** Where inputs come from; the library that `@reelport/core/plugins/materials` offers is one. */
export interface InputLibrary<M extends InputMaterial> {
  /** @returns what was chosen; undefined when the picker was dismissed */
  pick(options: { kind: 'video'; multiple: true }): Promise<M[] | undefined>;
  /** Reads materials by id; unknown ones are left out. */
  find(ids: readonly string[]): Promise<Map<string, M>>;
  /** Reports materials that have changed. @returns stops reporting */
  watch(changed: (ids: readonly string[]) => void): () => void;
}

/** What a batch is made of, and where its tool has its pages. */
export interface BatchDraftOptions<M extends InputMaterial, T extends BatchInput<M>> {
  /** Where the tool's pages are. */
  at: ToolAddresses;
  /** Inputs that one run takes at most. */
  most: number;
  /**
   * The feature of a membership that a run of many inputs needs, and how many a run may have without it. A plugin from
   * outside needs the grant `feature-gate@1` for that.
   */
  batch?: { feature: FeatureId; free(): number };
  /** The library; undefined while it is not there, which is told. */
  library(): InputLibrary<M> | undefined;
  /** How a material is set when it is added. */
  inputOf(material: M): T;
  /** Inputs were added, or read anew: the place to ask for more about them. */
  known?(ids: readonly string[]): void;
}

const NOTE_MILLISECONDS = 8000;
/** Characters of a video's name in that of a run. */
const LONGEST_NAME = 90;

/** A video's name without its ending, for the name of what is made of it. */
export function titleOf(name: string, most = LONGEST_NAME): string {
  return name.replace(/\.[A-Za-z0-9]{2,4}$/, '').slice(0, most);
}

/**
 * What a batch tool is to work on next: videos of the library with their settings, and how a run of them begins. Hold
 * it in a store of the plugin, so that it stays while other pages are visited; {@link BatchToolPage} draws it.
 * Observable.
 * @example
 * export class MaskDraft {
 *   readonly inputs: BatchDraft<Material, MaskedVideo>;
 *
 *   constructor(@inject(PLUGIN_CONTEXT) context: PluginContext) {
 *     const library = () => context.tryGet(MATERIALS);
 *     const inputOf = (material: Material) => ({ id: material.id, material, boxes: [] });
 *     this.inputs = new BatchDraft(context, { at: toolAddresses('/mask'), most: 100, library, inputOf });
 *   }
 * }
 */
export class BatchDraft<M extends InputMaterial, T extends BatchInput<M>> {
  readonly batch: Batch<T>;
  /** A run is being started. */
  isStarting = false;
  /** What is shown that a run costs; null for nothing. */
  cost: Cost | null = null;

  constructor(
    private readonly context: PluginContext,
    private readonly options: BatchDraftOptions<M, T>,
  ) {
    this.batch = new Batch<T>(options.most);
    observableStore(this);
  }

  get at(): ToolAddresses {
    return this.options.at;
  }

  get most(): number {
    return this.options.most;
  }

  /** How many inputs a run may have, where the membership allows fewer than are on the list; else null. */
  get lockedAbove(): number | null {
    return this.mostFree(this.batch.items.length);
  }

  get ids(): string[] {
    return this.batch.items.map(({ id }) => id);
  }

  /** Keeps materials as they are in the library, and asks before what was set up is lost. @returns stops that */
  hold(): () => void {
    const stopWatching = this.options.library()?.watch((ids) => {
      if (ids.some((id) => this.batch.get(id) !== undefined)) void this.refresh();
    });
    const stopAsking = this.batch.guard(this.context.get(ROUTER));
    void this.refresh();
    return () => {
      stopWatching?.();
      stopAsking();
    };
  }

  /** Asks for videos of the library. */
  async choose(): Promise<void> {
    const library = this.options.library();
    if (library === undefined) return this.tellClosed();
    const chosen = await library.pick({ kind: 'video', multiple: true });
    if (chosen !== undefined) this.add(chosen);
  }

  /** Adds videos behind the others; how many had no room is told. */
  add(materials: readonly M[]): void {
    const { inputOf, known } = this.options;
    const count = this.batch.add(materials.map(inputOf));
    known?.(materials.flatMap(({ id }) => (this.batch.get(id) === undefined ? [] : [id])));
    if (count > 0) this.tellTooMany(count);
  }

  /** Tells how many videos have no room in a run. */
  tellTooMany(count: number): void {
    const text = () => this.context.t('shell:tools.too-many', { most: this.most, count });
    this.context.get(TOASTS).show({ kind: 'warning', text, duration: NOTE_MILLISECONDS });
  }

  /**
   * Opens the tool's page with these materials added; those that are not found are left out.
   * @param ids may be empty
   */
  readonly openWith = async (ids: readonly string[]): Promise<void> => {
    const library = this.options.library();
    if (library === undefined) this.tellClosed();
    else if (ids.length > 0) {
      const found = await library.find(ids);
      this.add(ids.flatMap((id) => found.get(id) ?? []));
    }
    await this.context.get(ROUTER).go(this.at.page);
  };

  /**
   * The same with nothing else on the list; a note offers to take that back.
   * @param ids of which those that are on the list stay as they are set up
   */
  readonly openAlone = async (ids: readonly string[]): Promise<void> => {
    const others = this.ids.filter((id) => !ids.includes(id));
    if (others.length > 0) this.remove(others);
    await this.openWith(ids);
  };

  /** Takes videos off the list; a note offers to take that back. */
  remove(ids: readonly string[]): void {
    this.offerUndo(this.context.t('shell:tools.removed', { count: ids.length }), this.batch.remove(ids));
  }

  /** Tells what was changed for several videos, and offers to take it back. */
  offerUndo(text: string, run: () => void): void {
    const action = { label: this.context.t('shell:tools.undo'), run };
    const key = `${this.context.id}.changed`;
    this.context.get(TOASTS).show({ kind: 'success', text, key, duration: NOTE_MILLISECONDS, action });
  }

  /** Tells that the library is not there. */
  tellClosed(): void {
    const text = () => this.context.t('shell:tools.library-closed');
    this.context.get(TOASTS).show({ kind: 'warning', text, key: `${this.context.id}.library` });
  }

  /** Remembers what the page shows that a run costs, which whoever starts it then agrees to. */
  readonly showCost = (cost: Cost | null): void => {
    this.cost = cost;
  };

  /** Whether the membership allows a run of so many inputs; if not, the upgrade that does is offered. */
  mayStart(count: number): boolean {
    const { batch } = this.options;
    if (batch === undefined || this.mostFree(count) === null) return true;
    return this.context.get(FEATURE_GATE).require(batch.feature);
  }

  /** What a run of these videos is called. */
  nameOf(items: readonly T[]): string {
    const name = titleOf(items[0]?.material.name ?? '');
    return items.length === 1 ? name : this.context.t('shell:tools.run-name', { name, count: items.length });
  }

  /**
   * Starts a run and goes to its page. While one is being started, nothing happens.
   * @param begin calls the server, with what was agreed to; its failures are told by the error catalogue
   * @param items what it takes over: what was set up counts as kept then; by default that is all
   */
  async start(
    begin: (agreed: Cost | null) => Promise<{ id: string }>,
    items: readonly T[] = this.batch.items,
  ): Promise<void> {
    if (this.isStarting) return;
    this.isStarting = true;
    try {
      const { id } = await begin(this.cost);
      this.batch.isKept(items);
      await this.context.get(ROUTER).go(this.at.run(id));
    } catch (error) {
      if (!this.context.signal.aborted) this.context.log.info('the run was not started', error);
    } finally {
      runInAction(() => (this.isStarting = false));
    }
  }

  /** What the settings of the first input are, and of the others those that differ from them. */
  usualAndOwn<S>(settingsOf: (input: T) => S): { usual: S; own: Record<string, S> } | undefined {
    const [first, ...others] = this.batch.items;
    if (first === undefined) return undefined;
    const usual = settingsOf(first);
    const differing = others.flatMap((input) => {
      const settings = settingsOf(input);
      return JSON.stringify(settings) === JSON.stringify(usual) ? [] : [[input.id, settings] as const];
    });
    return { usual, own: Object.fromEntries(differing) };
  }

  /** Starts a run of all inputs with a tool, for what the page shows that it costs, and goes to its page. */
  async startTool(tool: string, settings: unknown): Promise<void> {
    if (!this.mayStart(this.batch.items.length)) return;
    const [name, inputs] = [this.nameOf(this.batch.items), this.ids];
    await this.start((agreed) => this.begin({ tool, name, inputs, settings, agreed }));
  }

  /**
   * Starts a run of videos that are not on the list, such as those of a folder, and goes to its page. Asks first when
   * that costs something.
   * @param name such as the folder's
   */
  async startToolOf(materials: readonly M[], name: string, tool: string, settings: unknown): Promise<void> {
    const agreement = await this.agreeOn(materials, tool);
    if (agreement === undefined) return;
    const { agreed, ids: inputs } = agreement;
    await this.start(() => this.begin({ tool, name: titleOf(name), inputs, settings, agreed }));
  }

  /**
   * Takes as many materials as a run does, and asks whether it may cost what it costs. How many have no room is told, and
   * an upgrade offered where the membership does not allow as many.
   * @returns their ids, and what was agreed to; undefined when it is not to be started
   */
  async agreeOn(materials: readonly M[], tool: string): Promise<{ ids: string[]; agreed: Cost | null } | undefined> {
    const taken = materials.slice(0, this.most);
    if (materials.length > taken.length) this.tellTooMany(materials.length - taken.length);
    if (!this.mayStart(taken.length)) return undefined;
    const agreed = await agreeToCost(this.context, tool, extentOf(taken.map(({ seconds }) => seconds ?? Infinity)));
    return agreed === undefined ? undefined : { ids: taken.map(({ id }) => id), agreed };
  }

  private mostFree(count: number): number | null {
    const { batch } = this.options;
    if (batch === undefined || this.context.get(FEATURE_GATE).allows(batch.feature)) return null;
    const most = batch.free();
    return count > most ? most : null;
  }

  private begin(body: z.input<typeof startToolRun.body>): Promise<{ id: string }> {
    return this.context.get(HTTP).call(startToolRun, { body });
  }

  /** What is not found any more is in nobody's library. */
  private async refresh(): Promise<void> {
    const { ids } = this;
    const found = await this.options
      .library()
      ?.find(ids)
      .catch(() => undefined);
    if (found !== undefined) {
      this.batch.refresh((item) => {
        if (!ids.includes(item.id)) return item;
        const gone = { ...item.material, deletedAt: item.material.deletedAt ?? new Date().toISOString() };
        return { ...item, material: found.get(item.id) ?? gone };
      });
    }
    this.options.known?.(ids);
  }
}
