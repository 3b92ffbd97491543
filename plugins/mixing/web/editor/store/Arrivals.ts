import { reaction } from 'mobx';

import { observableStore } from '#core/web/observable-store.ts';
import type { UploadItem } from '#core/web/uploads/uploads.ts';

import type { Material, MaterialKind, MaterialsLibrary } from '#plugins/materials/api.ts';
import { LARGEST_MATERIAL } from '#plugins/mixing/project.ts';
import type { PlacedClip } from './edit-project.ts';

/** A file on its way into a group, or one that was refused. */
export interface Arrival {
  readonly id: string;
  /** Its place among all that came: uploads finish in another order than they began. */
  readonly order: number;
  /** The drop that it came with: what comes together is taken back together. */
  readonly batch: number;
  /** The group that it goes to; null for the project’s music. */
  readonly group: string | null;
  readonly name: string;
  /** Null when it was refused before anything was sent. */
  readonly item: UploadItem | null;
  /** Why it was refused here, as a sentence. */
  readonly refusal: string | null;
}

interface ArrivalOptions {
  library(): Pick<MaterialsLibrary, 'upload'> | undefined;
  /** Why a file is too large for mixing, as a sentence. */
  tooLarge(name: string): string;
  /** Why nothing can be uploaded while the library is missing. */
  missing(): string;
  /** Why a group accepts no more clips, and how many more it accepts. */
  full(): string;
  room(group: string): number;
  arrived(material: Material, arrival: Arrival): void;
}

/** Files that were dropped into the editor: uploaded into the library, then put where they were dropped. Observable. */
export class Arrivals {
  list: readonly Arrival[] = [];

  private readonly stops = new Map<string, () => void>();
  private count = 0;
  private batch = 0;
  /** What has arrived of each drop. */
  private readonly placed = new Map<number, PlacedClip[]>();

  constructor(private readonly options: ArrivalOptions) {
    observableStore(this);
  }

  /** What is added from now on is one drop. @returns its number */
  begin(): number {
    this.batch += 1;
    return this.batch;
  }

  /** Stops what is on its way of a drop. @returns where the rest of it lies */
  recall(batch: number): readonly PlacedClip[] {
    for (const arrival of this.list.filter((one) => one.batch === batch)) this.dismiss(arrival);
    return this.placed.get(batch) ?? [];
  }

  of(group: string | null): readonly Arrival[] {
    return this.list.filter((arrival) => arrival.group === group);
  }

  /** Uploads files; those too large for mixing, or too many for the group, are refused beside the others. */
  add(files: readonly File[], kind: MaterialKind, group: string | null): void {
    const library = this.options.library();
    const under = group === null ? 0 : this.of(group).filter(({ refusal }) => refusal === null).length;
    let room = group === null ? Infinity : this.options.room(group) - under;
    const fine: File[] = [];
    const refused: Arrival[] = [];
    for (const file of files) {
      const refusal = this.refusalOf(file, kind, { room, isMissing: library === undefined });
      if (refusal !== null) {
        refused.push(this.note({ group, name: file.name, item: null, refusal }));
        continue;
      }
      fine.push(file);
      room -= 1;
    }
    const items = fine.length === 0 ? [] : (library?.upload(fine, { kind }) ?? []);
    const sent = items.map((item) => this.note({ group, name: item.name, item, refusal: null }));
    this.list = [...this.list, ...refused, ...sent];
    for (const arrival of sent) this.follow(arrival);
  }

  /** Takes one off the list; what is on its way is stopped. */
  dismiss(arrival: Arrival): void {
    const { item } = arrival;
    if (item !== null && item.state !== 'done' && item.state !== 'failed') item.cancel();
    this.drop(arrival.id);
  }

  dispose(): void {
    for (const stop of this.stops.values()) stop();
    this.stops.clear();
  }

  private refusalOf(
    { name, size }: File,
    kind: MaterialKind,
    { room, isMissing }: { room: number; isMissing: boolean },
  ): string | null {
    if (isMissing) return this.options.missing();
    if (kind === 'video' && size > LARGEST_MATERIAL) return this.options.tooLarge(name);
    return room < 1 ? this.options.full() : null;
  }

  private note(facts: Omit<Arrival, 'id' | 'order' | 'batch'>): Arrival {
    this.count += 1;
    return { id: `arrival-${this.count}`, order: this.count, batch: this.batch, ...facts };
  }

  private follow(arrival: Arrival): void {
    const { item } = arrival;
    if (item === null) return;
    const stop = reaction(
      () => item.state,
      (state) => {
        if (state === 'cancelled') this.drop(arrival.id);
        if (state !== 'done') return;
        this.drop(arrival.id);
        // What the library's own uploads answer is a material.
        const material = item.result as Material;
        const { group, batch } = arrival;
        if (group !== null)
          this.placed.set(batch, [...(this.placed.get(batch) ?? []), { group, material: material.id }]);
        this.options.arrived(material, arrival);
      },
      { fireImmediately: true },
    );
    if (this.list.includes(arrival)) this.stops.set(arrival.id, stop);
    else stop();
  }

  private drop(id: string): void {
    this.stops.get(id)?.();
    this.stops.delete(id);
    this.list = this.list.filter((arrival) => arrival.id !== id);
  }
}
