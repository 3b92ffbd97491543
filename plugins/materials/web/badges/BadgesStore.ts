import { observable, runInAction, type ObservableMap } from 'mobx';

import { EVENTS, type Events } from '#core/web/events/events.ts';
import { inject } from '#core/web/kernel/inject.ts';
import type { SlotItem } from '#core/web/kernel/slots.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import type { Scope } from '#core/web/scope.ts';

import type { MaterialBadge, MaterialBadges } from '#plugins/materials/api.ts';
import type { Material } from '#plugins/materials/calls.ts';
import { checkedBadges } from './checked-badges.ts';

/** Told whose badges could not be read, and why. */
type Report = (plugin: string, error: unknown) => void;

/** One plugin's badges, by material id. */
interface Source {
  item: MaterialBadges;
  plugin: string;
  scope: Scope;
  report: Report;
  badges: ObservableMap<string, MaterialBadge>;
  /** What was asked about last, by id: a material that has changed since is asked about again. */
  asked: Map<string, Material>;
  /** It failed, and is asked no more until one of its events. */
  isBroken: boolean;
}

/** Most materials that a plugin is asked about at once. */
const AT_ONCE = 100;
/** Materials that come into sight so soon after each other are asked about together. */
const GATHER_MILLISECONDS = 60;
/** A plugin's events cause at most one question in this time. */
const REST_MILLISECONDS = 1000;
/** Most badges of a material. */
const MAX_BADGES = 3;

/** The badges of the materials that are in sight, for as long as a list is shown. */
export class BadgesStore {
  private readonly sources = observable.map<string, Source>({}, { deep: false });
  /** How many tiles show a material, which may be in the library and in the picker above it. */
  readonly #seen = new Map<Material, number>();
  #views = 0;
  #isAwaited = false;

  constructor(
    @inject(EVENTS) private readonly events: Events,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    observableStore(this);
  }

  /** The badges of a material, as far as they are known. */
  of(id: string): ReadonlyArray<{ key: string; badge: MaterialBadge }> {
    return [...this.sources]
      .flatMap(([key, { badges }]) => {
        const badge = badges.get(id);
        return badge === undefined ? [] : [{ key, badge }];
      })
      .slice(0, MAX_BADGES);
  }

  /** Asks exactly these plugins. @returns stops it; everything is forgotten once no list is shown */
  show(items: ReadonlyArray<SlotItem<MaterialBadges>>, report: Report): () => void {
    const wanted = new Set(items.map(({ key }) => key));
    for (const key of [...this.sources.keys()]) if (!wanted.has(key)) this.forget(key);
    for (const item of items) if (!this.sources.has(item.key)) this.add(item, report);
    this.#views += 1;
    this.askSoon();
    return () => {
      this.#views -= 1;
      if (this.#views === 0) this.forgetAll();
    };
  }

  /** A material came into sight. @returns it is out of sight */
  see(material: Material): () => void {
    this.#seen.set(material, (this.#seen.get(material) ?? 0) + 1);
    this.askSoon();
    return () => {
      const left = (this.#seen.get(material) ?? 1) - 1;
      if (left === 0) this.#seen.delete(material);
      else this.#seen.set(material, left);
    };
  }

  private add({ key, context, item }: SlotItem<MaterialBadges>, report: Report): void {
    const scope = this.context.scope.child(`badges of ${context.id}`);
    const badges = observable.map<string, MaterialBadge>({}, { deep: false });
    const source: Source = { item, plugin: context.id, scope, report, badges, asked: new Map(), isBroken: false };
    let isResting = false;
    const outdate = (): void => {
      if (isResting) return;
      isResting = true;
      scope.after(REST_MILLISECONDS, () => {
        isResting = false;
        source.isBroken = false;
        source.asked.clear();
        this.askSoon();
      });
    };
    for (const event of item.events) scope.own(this.events.on(event, outdate, outdate));
    this.sources.set(key, source);
  }

  private forget(key: string): void {
    void this.sources.get(key)?.scope.dispose();
    this.sources.delete(key);
  }

  private forgetAll(): void {
    for (const key of [...this.sources.keys()]) this.forget(key);
  }

  private askSoon(): void {
    if (this.#isAwaited || this.sources.size === 0) return;
    this.#isAwaited = true;
    this.context.scope.after(GATHER_MILLISECONDS, () => {
      this.#isAwaited = false;
      for (const source of this.sources.values()) this.askAll(source);
    });
  }

  private askAll(source: Source): void {
    if (source.isBroken) return;
    const { item, asked } = source;
    const open = [...this.#seen.keys()].filter(
      (material) => item.kinds.includes(material.kind) && asked.get(material.id) !== material,
    );
    for (let from = 0; from < open.length; from += AT_ONCE) void ask(source, open.slice(from, from + AT_ONCE));
  }
}

async function ask(source: Source, materials: readonly Material[]): Promise<void> {
  const { item, asked, badges, plugin, scope, report } = source;
  for (const material of materials) asked.set(material.id, material);
  try {
    const found = checkedBadges(await item.load(materials, scope.signal));
    if (scope.signal.aborted) return;
    runInAction(() => {
      for (const material of materials) {
        const { id } = material;
        // A later answer is about the material as it is now.
        if (asked.get(id) !== material) continue;
        const badge = found.get(id);
        if (badge === undefined) badges.delete(id);
        else badges.set(id, badge);
      }
    });
  } catch (error) {
    if (scope.signal.aborted) return;
    source.isBroken = true;
    report(plugin, error);
  }
}
