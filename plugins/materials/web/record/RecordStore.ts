import { reaction } from 'mobx';

import type { CallData } from '#core/contract/call.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import { listMaterialRecords, type MaterialKind } from '#plugins/materials/calls.ts';
import { materialsChanged } from '#plugins/materials/events.ts';
import { rangeOf, stepOf, type RecordRange, type RecordUnit } from './record-range.ts';

type RecordPage = CallData<typeof listMaterialRecords>;
/** Something that happened in the library. */
export type MaterialRecord = RecordPage['items'][number];

const PAGE = 100;
const SOON_MILLISECONDS = 800;

/** What happened in the library, newest first, of a stretch of time. */
export class RecordStore {
  unit: RecordUnit = 'all';
  /** A day of the stretch. */
  day = new Date();
  kind: MaterialKind | null = null;
  /** Null until they were read. */
  records: readonly MaterialRecord[] | null = null;
  total = 0;
  reading: 'all' | 'more' | null = null;
  failure: { error: unknown; what: 'all' | 'more' } | null = null;

  private cursor: string | null = null;
  private aborter = new AbortController();
  private followers = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(PLUGIN_CONTEXT) context: PluginContext,
  ) {
    observableStore(this);
    context.own(events.on(materialsChanged, this.loadSoon, this.loadSoon));
  }

  /** Null for everything. */
  get range(): RecordRange | null {
    return this.unit === 'all' ? null : rangeOf(this.unit, this.day);
  }

  get hasMore(): boolean {
    return this.cursor !== null;
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

  follow(): () => void {
    this.followers += 1;
    const stop = reaction(
      () => [this.kind, this.range?.from.getTime(), this.range?.until.getTime()].join(),
      () => void this.load(),
      { fireImmediately: true },
    );
    return () => {
      stop();
      this.followers -= 1;
      this.aborter.abort();
    };
  }

  async load(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.aborter.abort();
    this.aborter = new AbortController();
    await this.read('all', null, Math.max(PAGE, Math.min(200, this.records?.length ?? 0)));
  }

  async more(): Promise<void> {
    if (this.cursor !== null && this.reading === null) await this.read('more', this.cursor, PAGE);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.aborter.abort();
  }

  private loadSoon(): void {
    if (this.followers > 0) this.timer ??= setTimeout(() => void this.load(), SOON_MILLISECONDS);
  }

  private async read(what: 'all' | 'more', cursor: string | null, limit: number): Promise<void> {
    const { aborter, range, kind } = this;
    this.reading = what;
    this.failure = null;
    const query = {
      limit,
      ...(cursor === null ? {} : { cursor }),
      ...(kind === null ? {} : { kind }),
      ...(range === null ? {} : { from: range.from.toISOString(), until: range.until.toISOString() }),
    };
    try {
      const page = await this.http.call(
        listMaterialRecords,
        { query },
        { signal: aborter.signal, handlesErrors: true },
      );
      if (aborter === this.aborter && !aborter.signal.aborted) this.take(page, what);
    } catch (error) {
      if (aborter === this.aborter && !aborter.signal.aborted) this.fail(error, what);
    }
  }

  private take({ items, nextCursor, total }: RecordPage, what: 'all' | 'more'): void {
    this.reading = null;
    this.records = what === 'all' ? items : [...(this.records ?? []), ...items];
    this.cursor = nextCursor;
    this.total = total;
  }

  private fail(error: unknown, what: 'all' | 'more'): void {
    this.reading = null;
    this.failure = { error, what };
  }
}
