import { makeAutoObservable, observableRef, reaction } from 'mobx';

import type { UploadItem } from '#core/web/uploads/uploads.ts';

import type { Material, MaterialKind, MaterialsLibrary } from '#plugins/materials/api.ts';
import { LARGEST_MATERIAL } from '#plugins/mixing/project.ts';

/** A file on its way into a group, or one that was refused. */
export interface Arrival {
  readonly id: string;
  /** Its place among all that came: uploads finish in another order than they began. */
  readonly order: number;
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
  arrived(material: Material, arrival: Arrival): void;
}

/** Files that were dropped into the editor: uploaded into the library, then put where they were dropped. Observable. */
export class Arrivals {
  list: readonly Arrival[] = [];

  private readonly stops = new Map<string, () => void>();
  private count = 0;

  constructor(private readonly options: ArrivalOptions) {
    makeAutoObservable<this, 'stops' | 'count' | 'options'>(
      this,
      { list: observableRef, stops: false, count: false, options: false },
      { autoBind: true },
    );
  }

  of(group: string | null): readonly Arrival[] {
    return this.list.filter((arrival) => arrival.group === group);
  }

  /** Uploads files; those too large for mixing are refused beside the others. */
  add(files: readonly File[], kind: MaterialKind, group: string | null): void {
    const isFine = (file: File) => kind !== 'video' || file.size <= LARGEST_MATERIAL;
    const refused = files
      .filter((file) => !isFine(file))
      .map(({ name }) => this.note({ group, name, item: null, refusal: this.options.tooLarge(name) }));
    const items = this.options.library()?.upload(files.filter(isFine), { kind }) ?? [];
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

  private note(facts: Omit<Arrival, 'id' | 'order'>): Arrival {
    this.count += 1;
    return { id: `arrival-${this.count}`, order: this.count, ...facts };
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
        this.options.arrived(item.result as Material, arrival);
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
