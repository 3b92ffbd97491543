import { z } from 'zod';

import { SearchText } from '#core/web/live/SearchText.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { Scope } from '#core/web/scope.ts';
import type { BrowserStorage } from '#core/web/storage/storage.ts';

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

const keptSchema = z.object({
  view: z.enum(['grid', 'table']).catch('grid'),
  sort: z.enum(SORTS).catch('created'),
  descending: z.boolean().catch(true),
});

/** What somebody wants to see of one kind, and how. The way it looks is remembered. */
export class ListQuery {
  readonly kind: MaterialKind;
  readonly search: SearchText;
  folder: FolderChoice = 'all';
  filters: ListFilters = NO_FILTERS;
  sort: Sort = 'created';
  descending = true;
  view: 'grid' | 'table' = 'grid';

  /** @param storage where the way it looks is kept; null forgets it */
  constructor(
    kind: MaterialKind,
    private readonly storage: BrowserStorage | null,
    scope: Scope,
  ) {
    this.kind = kind;
    this.search = new SearchText(scope);
    const kept = keptSchema.safeParse(storage?.read(this.storageKey)).data;
    if (kept !== undefined) {
      this.view = kept.view;
      this.descending = kept.descending;
      if (SORTS_OF[kind].includes(kept.sort)) this.sort = kept.sort;
    }
    observableStore(this);
  }

  get wish(): ListWish {
    const { kind, folder, sort, descending, filters } = this;
    return { kind, folder, q: this.search.words, sort, descending, ...filters };
  }

  /** Whether something keeps materials of the folder from being listed. */
  get isNarrowed(): boolean {
    return this.search.words !== '' || Object.entries(NO_FILTERS).some(([field, none]) => this.read(field) !== none);
  }

  isOn({ field, value }: FilterChip): boolean {
    return this.filters[field] === value;
  }

  toggle(chip: FilterChip): void {
    const { field, value } = chip;
    this.filters = { ...this.filters, [field]: this.isOn(chip) ? NO_FILTERS[field] : value };
  }

  clear(): void {
    this.filters = NO_FILTERS;
    this.search.clear();
  }

  open(folder: FolderChoice): void {
    this.folder = folder;
  }

  /** Sorts by a column; again by the same reverses the order. */
  sortBy(sort: Sort, descending = this.sort === sort ? !this.descending : sort !== 'name'): void {
    this.sort = sort;
    this.descending = descending;
    this.keep();
  }

  show(view: ListQuery['view']): void {
    this.view = view;
    this.keep();
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
