import { reaction } from 'mobx';

import type { Http } from '#core/web/http/http.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { Undo } from '#core/web/scope.ts';
import { Selection } from '#core/web/selection/Selection.ts';
import type { Storage } from '#core/web/storage/storage.ts';

import type { Material, MaterialKind } from '#plugins/materials/calls.ts';
import { ListQuery } from './ListQuery.ts';
import type { MaterialFeed } from './MaterialFeed.ts';
import { MaterialList } from './MaterialList.ts';

/** Where a list was left: the first material that is seen, and how far it is scrolled past, in pixels. */
export interface ListPlace {
  id: string | null;
  past: number;
}

export interface LibraryOptions {
  http: Http;
  feed: MaterialFeed;
  i18n: I18n;
  /** Null for a list that is forgotten, such as a picker's. */
  storage: Storage | null;
}

/** The materials of one kind as somebody looks at them: what is wanted, what is there, what is chosen. */
export class Library {
  readonly kind: MaterialKind;
  readonly query: ListQuery;
  readonly list: MaterialList;
  readonly selection = new Selection();
  /** Where it is scrolled to; nothing is drawn anew for it. */
  place: ListPlace = { id: null, past: 0 };
  /** The one whose name is being written. */
  renaming: string | null = null;
  /** Everything there is is being read so that it can be chosen. */
  isChoosingAll = false;

  private readonly i18n: I18n;
  private readonly undo: Undo;
  /** What was asked for last. */
  private wanted = '';
  private followers = 0;
  private stopFollowing: Undo = () => undefined;

  constructor(kind: MaterialKind, { http, feed, i18n, storage }: LibraryOptions) {
    this.kind = kind;
    this.i18n = i18n;
    this.query = new ListQuery(kind, storage);
    this.list = new MaterialList(http, () => this.indexOfPlace());
    this.undo = feed.follow({
      changed: (materials, ids) => {
        this.list.take(materials, ids);
        this.selection.drop(ids.filter((id) => this.list.get(id) === undefined));
      },
      lost: () => {
        this.list.outdate();
        if (this.followers > 0) void this.list.freshen();
      },
    });
    observableStore(this, 'place');
  }

  /** The chosen ones, as far as they are listed. */
  get chosen(): readonly Material[] {
    return this.list.all(this.selection.ids);
  }

  /** Reads it, and reads it anew whenever something else is wanted, until it is undone. */
  follow(): () => void {
    this.followers += 1;
    if (this.followers === 1) {
      const stops = [
        reaction(() => JSON.stringify(this.query.wish), this.show, { fireImmediately: true }),
        // Why one cannot be used is written by the server.
        reaction(
          () => this.i18n.language,
          () => void this.list.reload(),
        ),
      ];
      this.stopFollowing = () => {
        for (const stop of stops) stop();
      };
      if (this.list.isRead) void this.list.freshen();
    }
    return () => {
      this.followers -= 1;
      if (this.followers === 0) void this.stopFollowing();
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
    void this.undo();
    void this.stopFollowing();
    this.query.dispose();
    this.list.dispose();
  }

  private show(wanted: string): void {
    if (this.wanted === wanted) return;
    this.wanted = wanted;
    this.place = { id: null, past: 0 };
    this.selection.clear();
    this.selection.setFocus(null);
    this.renaming = null;
    void this.list.load(this.query.wish);
  }

  private endChoosing(): void {
    this.selection.add(this.list.ids);
    this.isChoosingAll = false;
  }

  private indexOfPlace(): number {
    return this.place.id === null ? 0 : (this.list.indexes.get(this.place.id) ?? 0);
  }
}
