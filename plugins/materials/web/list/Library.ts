import { reaction } from 'mobx';

import type { Events } from '#core/web/events/events.ts';
import type { Http } from '#core/web/http/http.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import type { LiveList } from '#core/web/live/LiveList.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { Scope } from '#core/web/scope.ts';
import { Selection } from '#core/web/selection/Selection.ts';
import type { BrowserStorage } from '#core/web/storage/storage.ts';

import type { Material, MaterialKind } from '#plugins/materials/calls.ts';
import { ListQuery } from './ListQuery.ts';
import type { MaterialFeed } from './MaterialFeed.ts';
import { createMaterialList } from './material-list.ts';

/** A scroll position: the first visible material, and how many pixels of it are scrolled past. */
export interface ListPlace {
  id: string | null;
  past: number;
}

export interface LibraryOptions {
  /** Ends with the library. */
  scope: Scope;
  events: Events;
  http: Http;
  feed: MaterialFeed;
  i18n: I18n;
  /** Null for a list that is forgotten, such as a picker's. */
  storage: BrowserStorage | null;
}

/** The materials of one kind as somebody looks at them: what is wanted, what is there, what is chosen. */
export class Library {
  readonly kind: MaterialKind;
  readonly query: ListQuery;
  readonly list: LiveList<Material>;
  /** Those among them that cannot be used; empty where the list itself has them. */
  readonly broken: LiveList<Material>;
  readonly selection = new Selection();
  /** The scroll position; changes do not cause a render. */
  place: ListPlace = { id: null, past: 0 };
  /** The one whose name is being written. */
  renaming: string | null = null;
  /** Everything there is is being read so that it can be chosen. */
  isChoosingAll = false;

  readonly #scope: Scope;
  /** What was asked for last. */
  #wanted = '';

  constructor(kind: MaterialKind, { scope, http, events, feed, i18n, storage }: LibraryOptions) {
    this.kind = kind;
    this.#scope = scope;
    this.query = new ListQuery(kind, storage, scope);
    this.list = createMaterialList(scope, {
      ...{ http, events, follows: [(_events, _changed, lost) => feed.follow({ changed: this.take, lost })] },
      wish: () => this.query.wish,
      language: () => i18n.language,
      lookedAt: () => this.indexOfPlace(),
    });
    const broken = createMaterialList(scope, {
      ...{ http, events, wish: () => ({ ...this.query.wish, state: 'failed' }), language: () => i18n.language },
      follows: [
        (_events, _changed, lost) => feed.follow({ changed: (materials, ids) => broken.take(materials, ids), lost }),
      ],
      lookedAt: () => 0,
    });
    this.broken = broken;
    observableStore(this, 'place');
  }

  /** Whether those that cannot be used stand apart from the list. */
  get isApart(): boolean {
    const { state, trash } = this.query.filters;
    return state === null && !trash;
  }

  /** How many there are with those that stand apart, which folders count as well; null until the list is read. */
  get total(): number | null {
    const { total } = this.list;
    return total === null ? null : total + this.apart;
  }

  /** How many stand apart from the list because they cannot be used. */
  get apart(): number {
    const { total, ids } = this.broken;
    return this.isApart ? Math.max(total ?? 0, ids.length) : 0;
  }

  /** The chosen ones, as far as they are listed. */
  get chosen(): readonly Material[] {
    return this.list.pick(this.selection.ids);
  }

  /** Loads it, and reloads it whenever the query changes, until undone. */
  follow(): () => void {
    const stops = [
      reaction(() => JSON.stringify(this.query.wish), this.show, { fireImmediately: true }),
      this.list.follow(),
      this.broken.follow(),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  setPlace(place: ListPlace): void {
    this.place = place;
  }

  rename(id: string | null): void {
    this.renaming = id;
  }

  /** Chooses all that there are, those included that were not read yet. */
  async chooseAll(): Promise<void> {
    this.selection.add(this.list.ids);
    if (!this.list.hasMore) return;
    this.isChoosingAll = true;
    await this.list.rest();
    this.endChoosing();
  }

  dispose(): void {
    void this.#scope.dispose();
  }

  private take(materials: ReadonlyMap<string, Material>, ids: readonly string[]): void {
    this.list.take(materials, ids);
    this.selection.drop(ids.filter((id) => this.list.get(id) === undefined));
  }

  /** Begins at the top when something else is wanted. */
  private show(wanted: string): void {
    if (this.#wanted === wanted) return;
    this.#wanted = wanted;
    this.place = { id: null, past: 0 };
    this.selection.clear();
    this.selection.setFocus(null);
    this.renaming = null;
  }

  private endChoosing(): void {
    this.selection.add(this.list.ids);
    this.isChoosingAll = false;
  }

  private indexOfPlace(): number {
    return this.place.id === null ? 0 : (this.list.indexes.get(this.place.id) ?? 0);
  }
}
