import { observable, runInAction } from 'mobx';

import { listToolItems, readToolRun, type ToolItem, type ToolRun } from '#core/contract/tool-run-calls.ts';
import { toolRunChanged } from '#core/contract/tool-run-events.ts';

import type { Events } from '../events/events.ts';
import { HttpFailure, type Http } from '../http/http.ts';
import type { I18n } from '../i18n/i18n.ts';
import { eventTrigger } from '../live/event-trigger.ts';
import { LiveValue } from '../live/LiveValue.ts';
import { observableStore } from '../observable-store.ts';
import type { Scope } from '../scope.ts';
import { Selection } from '../selection/Selection.ts';
import { isUnderWay } from './is-under-way.ts';

/** Minimum milliseconds between two loads: the server reports a run once a second. */
const REST = 300;
/** Items of one call. */
const PAGE = 200;
/** Most items whose addresses are asked for at once. */
const RENEWED = 50;
/** Milliseconds in which items whose addresses have expired are gathered. */
const RENEW = 1000;

/** What a {@link FollowedToolRun} works with. */
export interface RunServices {
  scope: Scope;
  http: Pick<Http, 'call'>;
  events: Pick<Events, 'on' | 'connected'>;
  i18n: Pick<I18n, 'language'>;
}

/** The state of one item as it is shown; `gone`: somebody deleted what was made. */
export type ShownState = 'waiting' | 'making' | 'made' | 'failed' | 'gone';

/** What nobody saw, since something else is made in its place. */
export interface Replaced {
  item: ToolItem;
  /** What is made in its place; null where there is nothing. */
  by: ToolItem | null;
}

/** A run of a tool and its items, followed: after the first reading only what changed is read. Observable. */
export class FollowedToolRun {
  run: ToolRun | null = null;
  /** Of the whole, 0 to 1; goes back only when failed items are tried again. */
  progress = 0;
  /** Ids of what is shown, in the order of the run. */
  order: readonly string[] = [];
  /** Whether all items were read once. */
  isRead = false;
  readonly selection = new Selection();
  /** Pixels that the page was scrolled when it was left. */
  place = 0;

  readonly id: string;
  readonly live: LiveValue<true>;
  private readonly items = observable.map<string, ToolItem>({}, { deep: false });
  private readonly working = observable.map<string, number>({}, { deep: false });
  private readonly services: RunServices;
  /** What the last answer included; null before the first. */
  private revision: number | null = null;
  private readonly outdated = new Set<string>();
  private readonly addresses: LiveValue<null>;

  constructor(id: string, services: RunServices) {
    const { scope, events, i18n } = services;
    this.id = id;
    this.services = services;
    this.live = new LiveValue(scope, (signal, isAnew) => this.read(signal, isAnew), {
      events,
      follows: [eventTrigger(toolRunChanged, ({ runId }) => runId === id)],
      // Reasons are written by the server.
      watch: () => i18n.language,
      rest: REST,
    });
    this.addresses = new LiveValue(scope, (signal) => this.readOutdated(signal), { rest: RENEW });
    observableStore(this, 'place');
  }

  /** Whether it has not ended; null until it was read. */
  get isUnderWay(): boolean | null {
    return this.run === null ? null : isUnderWay(this.run);
  }

  /** Whether the run does not exist in this account. */
  get isMissing(): boolean {
    const error = this.live.failure?.error;
    return error instanceof HttpFailure && error.status === 404;
  }

  /** Whether the last load got no response and is being retried automatically. */
  get isLost(): boolean {
    return this.live.isLost;
  }

  /** Those that can be shown and kept, in order. */
  get made(): readonly ToolItem[] {
    return this.shown.filter((item) => this.stateOf(item) === 'made');
  }

  get failed(): readonly ToolItem[] {
    return this.shown.filter(({ state }) => state === 'failed');
  }

  /** Those of which nothing is made, and why; those that were only cancelled are not among them. */
  get leftOut(): readonly ToolItem[] {
    return [...this.items.values()]
      .filter(({ state, error }) => state === 'given-up' && error !== null)
      .sort((a, b) => a.position - b.position);
  }

  /** What was made and given up for something else when its tool had looked at it, each with what is in its place. */
  get replaced(): readonly Replaced[] {
    const inPlace = new Map(this.shown.map((item) => [item.position, item]));
    return [...this.items.values()]
      .filter(({ state, facts }) => state === 'replaced' && facts !== null)
      .map((item) => ({ item, by: inPlace.get(item.position) ?? null }));
  }

  /** All that is known of its items, in no order. */
  get all(): readonly ToolItem[] {
    return [...this.items.values()];
  }

  /** Chosen ones that can be kept, in the order of the run. */
  get chosen(): readonly ToolItem[] {
    return this.made.filter(({ id }) => this.selection.has(id));
  }

  private get shown(): readonly ToolItem[] {
    return this.order.flatMap((id) => this.items.get(id) ?? []);
  }

  get(id: string): ToolItem | undefined {
    return this.items.get(id);
  }

  stateOf({ id, state, files }: ToolItem): ShownState {
    if (state === 'made') return files.length === 0 ? 'gone' : 'made';
    if (state === 'failed') return state;
    return this.working.has(id) && this.isUnderWay === true ? 'making' : 'waiting';
  }

  /** 0 to 1; never goes back while one is being made. */
  progressOf(id: string): number {
    return this.working.get(id) ?? 0;
  }

  /** Reads it and follows it as long as somebody does. */
  follow(): () => void {
    const stops = [this.live.follow(), this.addresses.follow()];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** Takes what a call has answered, and reads what follows from it. */
  accept(run: ToolRun): void {
    this.takeRun(run);
    void this.live.load();
  }

  /** Asks for new addresses of an item: what is signed expires. */
  renew(id: string): void {
    this.outdated.add(id);
    this.addresses.refresh();
  }

  private async read(signal: AbortSignal, isAnew: boolean): Promise<true> {
    const { http } = this.services;
    const options = { signal, handlesErrors: true };
    const params = { id: this.id };
    // Before its items: what they say is never older than what it says.
    const run = await http.call(readToolRun, { params }, options);
    // The page has a head before thousands of items are read.
    if (this.run === null) runInAction(() => this.takeRun(run));
    const since = isAnew ? null : this.revision;
    const kept = new Set<string>();
    let first: { revision: number; working: ReadonlyArray<{ id: string; progress: number }> } | undefined;
    for (let cursor: string | undefined; ;) {
      const query = { limit: PAGE, cursor, since: since ?? undefined };
      const page = await http.call(listToolItems, { params, query }, options);
      signal.throwIfAborted();
      first ??= page;
      for (const { id } of page.items) kept.add(id);
      runInAction(() => this.takeItems(page.items));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    const { revision, working } = first;
    runInAction(() => {
      this.takeWorking(working);
      this.takeRun(run);
      this.finish(since === null ? kept : null);
    });
    this.revision = revision;
    return true;
  }

  private takeRun(run: ToolRun): void {
    const { run: before } = this;
    const isAnew = before === null || run.failed < before.failed || (!isUnderWay(before) && isUnderWay(run));
    this.progress = isAnew ? run.progress : Math.max(this.progress, run.progress);
    this.run = run;
  }

  private takeItems(items: readonly ToolItem[]): void {
    for (const item of items) this.items.set(item.id, item);
    this.sort();
  }

  private takeWorking(working: ReadonlyArray<{ id: string; progress: number }>): void {
    this.working.replace(
      working.map(({ id, progress }) => [id, Math.max(progress, this.working.get(id) ?? 0)] as const),
    );
  }

  /** @param kept all that there are; null when only changes were read */
  private finish(kept: ReadonlySet<string> | null): void {
    if (kept !== null) for (const id of [...this.items.keys()]) if (!kept.has(id)) this.items.delete(id);
    this.sort();
    this.selection.drop(this.selection.ids.filter((id) => !this.items.has(id)));
    this.isRead = true;
  }

  private sort(): void {
    const shown = [...this.items.values()].filter(({ state }) => state !== 'replaced' && state !== 'given-up');
    const order = shown.sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1)).map(({ id }) => id);
    const isSame = order.length === this.order.length && order.every((id, index) => id === this.order[index]);
    if (!isSame) this.order = order;
  }

  private async readOutdated(signal: AbortSignal): Promise<null> {
    const ids = [...this.outdated].slice(0, RENEWED);
    if (ids.length === 0) return null;
    for (const id of ids) this.outdated.delete(id);
    try {
      const query = { ids: ids.join(','), limit: RENEWED };
      const call = { params: { id: this.id }, query };
      const { items } = await this.services.http.call(listToolItems, call, { signal, handlesErrors: true });
      runInAction(() => this.takeItems(items));
    } catch {
      // It is left unchanged; opening it shows the reason.
    }
    if (this.outdated.size > 0) this.addresses.refresh();
    return null;
  }
}
