import { observable, runInAction, type ObservableMap, type ObservableSet } from 'mobx';

import type { Events } from '#core/web/events/events.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { Scope } from '#core/web/scope.ts';

import type { Material, MaterialsLibrary } from '#plugins/materials/api.ts';

type Library = Pick<MaterialsLibrary, 'find' | 'watch'>;

interface ProjectMaterialsOptions {
  library: Library | undefined;
  events: Pick<Events, 'on' | 'connected'>;
}

/** The materials that a project names, kept as they are in the library. Observable. */
export class ProjectMaterials {
  /** Number of changes that affect a plan: materials that became ready, failed or were removed. */
  changes = 0;

  private readonly known: ObservableMap<string, Material>;
  private readonly asked: ObservableSet<string>;
  private readonly answered: ObservableMap<string, true>;
  private stop: () => void = () => undefined;
  private library: Library | undefined;
  /** Ids to read next. */
  private waiting = new Set<string>();
  private readonly reads: LiveValue<null>;
  readonly #scope: Scope;

  /** @param library undefined while the partner is missing: then nothing is known */
  constructor(scope: Scope, { library, events }: ProjectMaterialsOptions) {
    this.#scope = scope;
    this.reads = new LiveValue(scope, (signal) => this.read(signal), { events });
    this.known = observable.map<string, Material>({}, { deep: false });
    this.answered = observable.map<string, true>();
    this.asked = observable.set<string>();
    observableStore(this);
    this.reads.follow();
    scope.own(() => this.stop());
    if (library !== undefined) this.connect(library);
  }

  /** Reads from another library, after the partner plugin was restarted. Materials have to be requested again. */
  connect(library: Library): void {
    if (library === this.library || this.#scope.disposed) return;
    this.stop();
    this.library = library;
    this.asked.clear();
    this.stop = library.watch((ids) => {
      const ours = ids.filter((id) => this.asked.has(id));
      if (ours.length > 0) this.readSoon(ours);
    });
  }

  /** A material as last read; undefined before that, and when it was deleted. */
  get(id: string): Material | undefined {
    return this.known.get(id);
  }

  /** Whether it is being read for the first time. */
  isAwaited(id: string): boolean {
    return this.asked.has(id) && !this.answered.has(id);
  }

  /** Whether the material was deleted or is in the trash. */
  isMissing(id: string): boolean {
    const material = this.known.get(id);
    return this.answered.has(id) && (material === undefined || material.deletedAt !== null);
  }

  /** Whether it is still being inspected. */
  isComing(id: string): boolean {
    return !this.isMissing(id) && (this.known.get(id)?.state ?? 'preparing') === 'preparing';
  }

  /** Reads the materials that are not known yet. */
  want(ids: readonly string[]): void {
    const fresh = ids.filter((id) => !this.asked.has(id));
    if (fresh.length > 0 && this.library !== undefined) this.readSoon(fresh);
  }

  /** Adds materials that were read elsewhere. */
  take(materials: readonly Material[]): void {
    for (const material of materials) {
      const before = this.known.get(material.id);
      this.asked.add(material.id);
      this.known.set(material.id, material);
      this.answered.set(material.id, true);
      if (before?.state !== material.state || before.deletedAt !== material.deletedAt) this.changes += 1;
    }
  }

  private readSoon(ids: readonly string[]): void {
    for (const id of ids) {
      this.asked.add(id);
      this.waiting.add(id);
    }
    void this.reads.load();
  }

  private async read(signal: AbortSignal): Promise<null> {
    const { library, waiting } = this;
    if (library === undefined || waiting.size === 0) return null;
    this.waiting = new Set();
    try {
      const found = await library.find([...waiting]);
      if (!signal.aborted) runInAction(() => this.receive(waiting, found));
    } catch (error) {
      for (const id of waiting) this.waiting.add(id);
      throw error;
    }
    return null;
  }

  private receive(ids: ReadonlySet<string>, found: ReadonlyMap<string, Material>): void {
    this.take([...found.values()]);
    for (const id of ids) {
      this.answered.set(id, true);
      if (!found.has(id) && this.known.delete(id)) this.changes += 1;
    }
  }
}
