import { observable, runInAction, type ObservableMap, type ObservableSet } from 'mobx';

import { observableStore } from '#core/web/observable-store.ts';

import type { Material, MaterialsLibrary } from '#plugins/materials/api.ts';

type Library = Pick<MaterialsLibrary, 'find' | 'watch'>;

/** Milliseconds until materials that could not be read are asked for again. */
const AGAIN = 4000;

/** The materials that a project names, kept as they are in the library. Observable. */
export class ProjectMaterials {
  /** Counts what changes a plan: materials that became ready, failed or were removed. */
  changes = 0;

  private readonly known: ObservableMap<string, Material>;
  private readonly asked: ObservableSet<string>;
  private readonly answered: ObservableMap<string, true>;
  private stop: () => void = () => undefined;
  private library: Library | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isOver = false;

  /** @param library undefined while the partner is missing: then nothing is known */
  constructor(library: Library | undefined) {
    this.known = observable.map<string, Material>({}, { deep: false });
    this.answered = observable.map<string, true>();
    this.asked = observable.set<string>();
    observableStore(this);
    if (library !== undefined) this.connect(library);
  }

  /** Reads from another library, which the partner brought when it came back; what is wanted has to be said anew. */
  connect(library: Library): void {
    if (library === this.library || this.isOver) return;
    this.stop();
    this.library = library;
    this.asked.clear();
    this.stop = library.watch((ids) => {
      const ours = ids.filter((id) => this.asked.has(id));
      if (ours.length > 0) void this.read(ours);
    });
  }

  /** What is known of a material; undefined until it was read, and where it is gone. */
  get(id: string): Material | undefined {
    return this.known.get(id);
  }

  /** Whether it is being read for the first time. */
  isAwaited(id: string): boolean {
    return this.asked.has(id) && !this.answered.has(id);
  }

  /** Whether the library has no such material, or only in its trash. */
  isMissing(id: string): boolean {
    const material = this.known.get(id);
    return this.answered.has(id) && (material === undefined || material.deletedAt !== null);
  }

  /** Reads the materials that are not known yet. */
  want(ids: readonly string[]): void {
    const fresh = ids.filter((id) => !this.asked.has(id));
    if (fresh.length > 0) void this.read(fresh);
  }

  /** Takes materials that somebody else has read. */
  take(materials: readonly Material[]): void {
    for (const material of materials) {
      const before = this.known.get(material.id);
      this.asked.add(material.id);
      this.known.set(material.id, material);
      this.answered.set(material.id, true);
      if (before?.state !== material.state || before.deletedAt !== material.deletedAt) this.changes += 1;
    }
  }

  dispose(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    this.stop();
  }

  private async read(ids: readonly string[]): Promise<void> {
    if (this.library === undefined) return;
    for (const id of ids) this.asked.add(id);
    try {
      const found = await this.library.find(ids);
      if (this.isOver) return;
      runInAction(() => {
        this.take([...found.values()]);
        for (const id of ids) {
          this.answered.set(id, true);
          if (!found.has(id) && this.known.delete(id)) this.changes += 1;
        }
      });
    } catch {
      // The catalogue has told why; until then their tiles are outlines.
      if (this.isOver) return;
      for (const id of ids) this.asked.delete(id);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.want(ids), AGAIN);
    }
  }
}
