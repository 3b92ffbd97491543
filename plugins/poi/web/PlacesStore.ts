import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { choiceFilter, wordsFilter } from '#core/web/live/Filter.ts';
import { ListFilters } from '#core/web/live/ListFilters.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import { listPlaces, removePlaces, type Place } from '#plugins/poi/calls.ts';
import { placesChanged } from '#plugins/poi/events.ts';

/** Ids of one call. */
const CHUNK = 500;

/** The points of interest of the account. */
export class PlacesStore {
  readonly words = wordsFilter();
  readonly located = choiceFilter('located', ['yes', 'no'] as const);
  readonly used = choiceFilter('used', ['yes', 'no'] as const);
  readonly filters = new ListFilters([this.words, this.located, this.used]);
  readonly places: LiveList<Place>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.places = new LiveList(
      context.scope,
      ({ cursor, limit, signal }) => {
        const narrowing = { located: this.located.value ?? undefined, used: this.used.value ?? undefined };
        const query = { limit, cursor, q: this.words.value || undefined, ...narrowing };
        return http.call(listPlaces, { query }, { signal, handlesErrors: true });
      },
      { events, follows: [eventTrigger(placesChanged)], query: () => this.filters.texts },
    );
    this.add = this.add.bind(this);
    this.import = this.import.bind(this);
    this.remove = this.remove.bind(this);
  }

  async add(): Promise<void> {
    const place = await this.dialogs.open<Place>('poi/place', { place: null });
    if (place !== undefined) this.tell('poi:added', { name: place.name });
  }

  async edit(place: Place): Promise<void> {
    const changed = await this.dialogs.open<Place>('poi/place', { place });
    if (changed !== undefined) this.tell('poi:saved');
  }

  /** Has somebody choose a spreadsheet, and shows what is wrong with it before anything is written. */
  async import(): Promise<void> {
    const done = await this.dialogs.open<{ added: number; changed: number }>('poi/import');
    if (done !== undefined) this.tell('poi:imported', done);
  }

  async remove(places: readonly Place[]): Promise<void> {
    const [only] = places;
    const posts = places.reduce((sum, place) => sum + place.posts, 0);
    const isAgreed = await this.dialogs.confirm({
      title: places.length === 1 ? 'poi:remove-one' : 'poi:remove-some',
      text: posts === 0 ? 'poi:remove-text' : 'poi:remove-used',
      params: { name: only?.name ?? '', count: places.length, posts },
      confirm: 'poi:remove-confirm',
      destructive: true,
    });
    if (!isAgreed) return;
    let count = 0;
    try {
      for (let at = 0; at < places.length; at += CHUNK) {
        const ids = places.slice(at, at + CHUNK).map(({ id }) => id);
        count += (await this.http.call(removePlaces, { body: { ids } })).removed;
        this.places.drop(ids);
      }
    } catch (error) {
      // The error catalogue has said so.
      this.context.log.info('places were not removed', error);
    }
    this.places.refresh();
    if (count > 0) this.toasts.show({ kind: 'success', text: () => this.context.t('poi:removed', { count }) });
  }

  private tell(key: 'poi:added' | 'poi:saved' | 'poi:imported', params = {}): void {
    this.places.refresh();
    this.toasts.show({ kind: 'success', text: () => this.context.t(key, params) });
  }
}
