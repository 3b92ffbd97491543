import type { CallData } from '#core/contract/call.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { heard } from '#core/web/live/heard-event.ts';
import { LiveList, type PageRequest } from '#core/web/live/LiveList.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import { listMaterialRecords, type MaterialKind } from '#plugins/materials/calls.ts';
import { materialsChanged } from '#plugins/materials/events.ts';
import { rangeOf, stepOf, type RecordRange, type RecordUnit } from './record-range.ts';

type RecordPage = CallData<typeof listMaterialRecords>;
/** Something that happened in the library. */
export type MaterialRecord = RecordPage['items'][number];

const PAGE = 100;

/** What happened in the library, newest first, of a stretch of time. */
export class RecordStore {
  unit: RecordUnit = 'all';
  /** A day of the stretch. */
  day = new Date();
  kind: MaterialKind | null = null;
  readonly records: LiveList<MaterialRecord>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(PLUGIN_CONTEXT) { scope }: PluginContext,
  ) {
    this.records = new LiveList(scope, (page) => this.read(page), {
      ...{ events, follows: [heard(materialsChanged)], pageSize: PAGE },
      query: () => [this.kind, this.range?.from.getTime(), this.range?.until.getTime()],
    });
    observableStore(this);
  }

  /** Null for everything. */
  get range(): RecordRange | null {
    return this.unit === 'all' ? null : rangeOf(this.unit, this.day);
  }

  setUnit(unit: RecordUnit): void {
    if (this.unit === 'all') this.day = new Date();
    this.unit = unit;
  }

  setDay(day: Date): void {
    this.day = day;
  }

  step(step: 1 | -1): void {
    if (this.unit !== 'all') this.day = stepOf(this.unit, this.day, step);
  }

  setKind(kind: MaterialKind | null): void {
    this.kind = kind;
  }

  private async read({ cursor, limit, signal }: PageRequest): Promise<RecordPage> {
    const { range, kind } = this;
    const query = {
      limit,
      ...(cursor === undefined ? {} : { cursor }),
      ...(kind === null ? {} : { kind }),
      ...(range === null ? {} : { from: range.from.toISOString(), until: range.until.toISOString() }),
    };
    return await this.http.call(listMaterialRecords, { query }, { signal, handlesErrors: true });
  }
}
