import { observable, runInAction, type ObservableMap } from 'mobx';

import type { EventDefinition } from '#core/contract/event.ts';
import type { Events } from '#core/web/events/events.ts';
import type { SlotItem } from '#core/web/kernel/slots.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import type { Scope } from '#core/web/scope.ts';

import type { Material, MaterialKind } from '#plugins/materials/calls.ts';

/** A plugin that knows something of materials. */
interface Asked {
  readonly kinds: readonly MaterialKind[];
  readonly events: readonly EventDefinition[];
  load(materials: readonly Material[], signal: AbortSignal): Promise<unknown>;
}

/** Told whose facts could not be read, and why. */
type Report = (plugin: string, error: unknown) => void;

/** What one plugin says, by material id. */
interface Source<T> {
  item: Asked;
  plugin: string;
  scope: Scope;
  report: Report;
  facts: ObservableMap<string, T>;
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

interface AskedServices<T> {
  events: Pick<Events, 'on'>;
  context: PluginContext;
  /** Refuses what cannot be drawn. @throws TypeError, which is told as the plugin's fault */
  check(found: unknown): ReadonlyMap<string, T>;
}

/** What plugins say of the materials that are in sight, for as long as a list is shown. Observable. */
export class AskedFacts<T> {
  private readonly sources = observable.map<string, Source<T>>({}, { deep: false });
  /** How many tiles show a material, which may be in the library and in the picker above it. */
  readonly #seen = new Map<Material, number>();
  #views = 0;
  #isAwaited = false;
  readonly #services: AskedServices<T>;

  constructor(services: AskedServices<T>) {
    this.#services = services;
    observableStore(this);
  }

  /** What is said of a material, as far as it is known. @returns by the key of the slot's item */
  of(id: string): ReadonlyMap<string, T> {
    const said = [...this.sources].flatMap(([key, { facts }]): [string, T][] => {
      const fact = facts.get(id);
      return fact === undefined ? [] : [[key, fact]];
    });
    return new Map(said);
  }

  /** Asks exactly these plugins. @returns stops it; everything is forgotten once no list is shown */
  show(items: ReadonlyArray<SlotItem<Asked>>, report: Report): () => void {
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

  private add({ key, context, item }: SlotItem<Asked>, report: Report): void {
    const scope = this.#services.context.scope.child(`facts of ${context.id}`);
    const facts = observable.map<string, T>({}, { deep: false });
    const source: Source<T> = { item, plugin: context.id, scope, report, facts, asked: new Map(), isBroken: false };
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
    for (const event of item.events) scope.own(this.#services.events.on(event, outdate, outdate));
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
    this.#services.context.scope.after(GATHER_MILLISECONDS, () => {
      this.#isAwaited = false;
      for (const source of this.sources.values()) this.askAll(source);
    });
  }

  private askAll(source: Source<T>): void {
    if (source.isBroken) return;
    const { item, asked } = source;
    const open = [...this.#seen.keys()].filter(
      (material) => item.kinds.includes(material.kind) && asked.get(material.id) !== material,
    );
    for (let from = 0; from < open.length; from += AT_ONCE) void this.ask(source, open.slice(from, from + AT_ONCE));
  }

  private async ask(source: Source<T>, materials: readonly Material[]): Promise<void> {
    const { item, asked, facts, plugin, scope, report } = source;
    for (const material of materials) asked.set(material.id, material);
    try {
      const found = this.#services.check(await item.load(materials, scope.signal));
      if (scope.signal.aborted) return;
      runInAction(() => {
        for (const material of materials) {
          const { id } = material;
          // A later answer is about the material as it is now.
          if (asked.get(id) !== material) continue;
          const fact = found.get(id);
          if (fact === undefined) facts.delete(id);
          else facts.set(id, fact);
        }
      });
    } catch (error) {
      if (scope.signal.aborted) return;
      source.isBroken = true;
      report(plugin, error);
    }
  }
}
