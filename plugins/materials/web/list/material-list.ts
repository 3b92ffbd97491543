import type { Events } from '#core/web/events/events.ts';
import type { Http } from '#core/web/http/http.ts';
import type { EventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import type { Scope } from '#core/web/scope.ts';

import { listMaterials, type Material } from '#plugins/materials/calls.ts';
import { belongs, compareIn, queryOf, type ListWish } from './list-filters.ts';

/** Materials of one page, and most of one call. */
const PAGE = 120;
const MAX = 200;

/** The source of a list of materials, and the events it follows. */
export interface MaterialListOptions {
  http: Pick<Http, 'call'>;
  events: Pick<Events, 'on' | 'connected'>;
  follows: readonly EventTrigger[];
  /** What is asked for. Observed. */
  wish(): ListWish;
  /** The reader's language: why a material cannot be used is written by the server. Observed. */
  language(): string;
  /** Index of the first visible material; 0 at the top. */
  lookedAt(): number;
}

/** The materials of a list in their order, kept true also while nobody looks. */
export function createMaterialList(
  scope: Scope,
  { http, events, follows, wish, language, lookedAt }: MaterialListOptions,
): LiveList<Material> {
  const list: LiveList<Material> = new LiveList(
    scope,
    ({ cursor, limit, signal }) => {
      const query = { ...queryOf(wish()), limit, ...(cursor === undefined ? {} : { cursor }) };
      return http.call(listMaterials, { query }, { signal, handlesErrors: true });
    },
    {
      ...{ events, follows, inBackground: true, query: wish, watch: language, pageSize: PAGE, mostAtOnce: MAX },
      compare: (a, b) => compareIn(wish())(a, b),
      belongs(material, before) {
        const wanted = wish();
        if (!belongs(material, wanted)) return false;
        // Whether its name has the words only the server knows, but of those that it has found before.
        return wanted.q === '' || list.get(material.id) !== undefined || before?.name === material.name;
      },
      lookedAt,
    },
  );
  return list;
}
