import { observable } from 'mobx';

import { observableStore } from '#core/web/observable-store.ts';

import type { PickOptions } from '#plugins/materials/api.ts';
import type { Material } from '#plugins/materials/calls.ts';

/** The selection of a picker, in order, kept when another list is shown. */
export class PickerState {
  private readonly chosen = observable.map<string, Material>({}, { deep: false });
  private readonly refuse: NonNullable<PickOptions['refuse']>;
  readonly isMultiple: boolean;

  constructor({ multiple = false, refuse = () => null }: Pick<PickOptions, 'multiple' | 'refuse'>) {
    this.isMultiple = multiple;
    this.refuse = refuse;
    observableStore(this);
  }

  get size(): number {
    return this.chosen.size;
  }

  get materials(): Material[] {
    return [...this.chosen.values()];
  }

  /** From 1 on; 0 for what is not chosen. */
  orderOf(id: string): number {
    return this.chosen.has(id) ? this.orders.indexOf(id) + 1 : 0;
  }

  has(id: string): boolean {
    return this.chosen.has(id);
  }

  /** Why one cannot be chosen, as a sentence; null when it can. */
  refusalOf(material: Material): string | null {
    return material.state === 'failed' ? (material.error ?? this.refuse(material)) : this.refuse(material);
  }

  toggle(material: Material): void {
    if (this.chosen.delete(material.id)) return;
    if (this.refusalOf(material) !== null) return;
    if (!this.isMultiple) this.chosen.clear();
    this.chosen.set(material.id, material);
  }

  /** Chooses these too, as far as they can be. */
  add(materials: readonly Material[]): void {
    for (const material of this.isMultiple ? materials : materials.slice(0, 1)) {
      if (!this.has(material.id)) this.toggle(material);
    }
  }

  /** Puts what was selected before the picker opened ahead of what was selected since. */
  begin(materials: readonly Material[]): void {
    const since = this.materials.filter(({ id }) => !materials.some((material) => material.id === id));
    this.chosen.replace([...materials, ...(this.isMultiple ? since : [])].map((material) => [material.id, material]));
  }

  drop(id: string): void {
    this.chosen.delete(id);
  }

  /** Takes in materials as they are now. */
  take(materials: ReadonlyMap<string, Material>, ids: readonly string[]): void {
    for (const id of ids) {
      const material = materials.get(id);
      if (!this.chosen.has(id)) continue;
      if (material === undefined || material.deletedAt !== null) this.chosen.delete(id);
      else this.chosen.set(id, material);
    }
  }

  clear(): void {
    this.chosen.clear();
  }

  private get orders(): readonly string[] {
    return [...this.chosen.keys()];
  }
}
