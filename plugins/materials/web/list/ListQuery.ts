import { z } from 'zod';

import { observableStore } from '#core/web/observable-store.ts';
import type { Storage } from '#core/web/storage/storage.ts';

import type { MaterialKind } from '#plugins/materials/calls.ts';
import {
  NO_FILTERS,
  SORTS,
  SORTS_OF,
  type FilterChip,
  type FolderChoice,
  type ListFilters,
  type ListWish,
  type Sort,
} from './list-filters.ts';

/** How long a pause in typing ends a word. */
const PAUSE_MILLISECONDS = 250;

const keptSchema = z.object({
  view: z.enum(['grid', 'table']).catch('grid'),
  sort: z.enum(SORTS).catch('created'),
  descending: z.boolean().catch(true),
});

/** What somebody wants to see of one kind, and how. The way it looks is remembered. */
export class ListQuery {
  readonly kind: MaterialKind;
  /** What stands in the field. */
  text = '';
  /** What is searched for. */
  q = '';
  folder: FolderChoice = 'all';
  filters: ListFilters = NO_FILTERS;
  sort: Sort = 'created';
  descending = true;
  view: 'grid' | 'table' = 'grid';

  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param storage where the way it looks is kept; null forgets it */
  constructor(
    kind: MaterialKind,
    private readonly storage: Storage | null,
  ) {
    this.kind = kind;
    const kept = keptSchema.safeParse(storage?.read(this.storageKey)).data;
    if (kept !== undefined) {
      this.view = kept.view;
      this.descending = kept.descending;
      if (SORTS_OF[kind].includes(kept.sort)) this.sort = kept.sort;
    }
    observableStore(this);
  }

  get wish(): ListWish {
    const { kind, folder, q, sort, descending, filters } = this;
    return { kind, folder, q, sort, descending, ...filters };
  }

  /** Whether something keeps materials of the folder from being listed. */
  get isNarrowed(): boolean {
    return this.q !== '' || Object.entries(NO_FILTERS).some(([field, none]) => this.read(field) !== none);
  }

  isOn({ field, value }: FilterChip): boolean {
    return this.filters[field] === value;
  }

  type(text: string): void {
    this.text = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.search, PAUSE_MILLISECONDS);
  }

  /** Searches for what stands in the field, without waiting. */
  search(): void {
    clearTimeout(this.timer);
    this.q = this.text.trim();
  }

  toggle(chip: FilterChip): void {
    const { field, value } = chip;
    this.filters = { ...this.filters, [field]: this.isOn(chip) ? NO_FILTERS[field] : value };
  }

  clear(): void {
    this.filters = NO_FILTERS;
    this.text = '';
    this.search();
  }

  open(folder: FolderChoice): void {
    this.folder = folder;
  }

  /** Sorts by something; by the same once more the other way round. */
  sortBy(sort: Sort, descending = this.sort === sort ? !this.descending : sort !== 'name'): void {
    this.sort = sort;
    this.descending = descending;
    this.keep();
  }

  show(view: ListQuery['view']): void {
    this.view = view;
    this.keep();
  }

  dispose(): void {
    clearTimeout(this.timer);
  }

  private get storageKey(): string {
    return `list.${this.kind}`;
  }

  private read(field: string): unknown {
    return Reflect.get(this.filters, field);
  }

  private keep(): void {
    const { view, sort, descending } = this;
    this.storage?.write(this.storageKey, { view, sort, descending });
  }
}
