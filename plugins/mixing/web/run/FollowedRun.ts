import { observable, runInAction } from 'mobx';

import type { Events } from '#core/web/events/events.ts';
import { HttpFailure, type Http } from '#core/web/http/http.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import type { Scope } from '#core/web/scope.ts';
import { Selection } from '#core/web/selection/Selection.ts';

import { listMixOutputs, readMixRun, type MixOutput, type MixRun } from '#plugins/mixing/calls.ts';
import { runChanged } from '#plugins/mixing/events.ts';
import { isUnderWay } from '../parts/card-of.ts';

/** Minimum milliseconds between two loads: the server reports a run once a second. */
const REST = 300;
/** Outputs of one call. */
const PAGE = 200;
/** Most outputs whose addresses are asked for at once. */
const RENEWED = 50;
/** Milliseconds in which outputs whose addresses have expired are gathered. */
const RENEW = 1000;

export interface RunServices {
  scope: Scope;
  http: Pick<Http, 'call'>;
  events: Pick<Events, 'on' | 'connected'>;
  i18n: Pick<I18n, 'language'>;
}

/** The state of one output. */
export type ShownState = 'waiting' | 'making' | 'made' | 'failed';

/** A video that nobody saw, since it was too much like another one. */
export interface Replaced {
  output: MixOutput;
  /** What is made in its place; null where there is nothing. */
  by: MixOutput | null;
}

/** One run and its outputs, followed: after the first reading only what changed is read. Observable. */
export class FollowedRun {
  run: MixRun | null = null;
  /** Of the whole, 0 to 1; goes back only when failed videos are tried again. */
  progress = 0;
  /** Ids of what is shown, in the order of the run. */
  order: readonly string[] = [];
  /** Whether all outputs were read once. */
  isRead = false;
  readonly selection = new Selection();
  /** Pixels that the page was scrolled when it was left. */
  place = 0;

  readonly id: string;
  readonly live: LiveValue<true>;
  private readonly outputs = observable.map<string, MixOutput>({}, { deep: false });
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
      follows: [eventTrigger(runChanged, ({ runId }) => runId === id)],
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
    return this.run === null && error instanceof HttpFailure && error.status === 404;
  }

  /** Whether the last load got no response and is being retried automatically. */
  get isLost(): boolean {
    return this.live.isLost;
  }

  /** Those that can be played and kept, in order. */
  get made(): readonly MixOutput[] {
    return this.order.flatMap((id) => {
      const output = this.outputs.get(id);
      return output?.state === 'made' && output.url !== null ? [output] : [];
    });
  }

  get failed(): readonly MixOutput[] {
    return this.order.flatMap((id) => {
      const output = this.outputs.get(id);
      return output?.state === 'failed' ? [output] : [];
    });
  }

  /** The clips of its outputs, each once. */
  get materials(): readonly string[] {
    return [...new Set([...this.outputs.values()].flatMap(({ shots }) => shots.map(({ material }) => material)))];
  }

  /** Videos that turned out too much like others when they were compared, each with the one in its place. */
  get replaced(): readonly Replaced[] {
    const inPlace = new Map(this.order.map((id) => [this.outputs.get(id)?.position, this.outputs.get(id)]));
    return [...this.outputs.values()]
      .filter(({ state, size }) => state === 'replaced' && size !== null)
      .map((output) => ({ output, by: inPlace.get(output.position) ?? null }));
  }

  /** Chosen ones that can be kept, in the order of the run. */
  get chosen(): readonly MixOutput[] {
    return this.made.filter(({ id }) => this.selection.has(id));
  }

  /** Cells of the wall: those that are still to be planned as well. */
  get cells(): number {
    const { run } = this;
    const waited = run?.state === 'planning' ? (run.planned ?? run.count) : 0;
    return Math.max(this.order.length, waited);
  }

  get(id: string): MixOutput | undefined {
    return this.outputs.get(id);
  }

  stateOf({ id, state }: MixOutput): ShownState {
    if (state === 'made' || state === 'failed') return state;
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
  accept(run: MixRun): void {
    this.takeRun(run);
    void this.live.load();
  }

  /** Asks for new addresses of an output: what is signed expires. */
  renew(id: string): void {
    this.outdated.add(id);
    this.addresses.refresh();
  }

  private async read(signal: AbortSignal, isAnew: boolean): Promise<true> {
    const { http } = this.services;
    const options = { signal, handlesErrors: true };
    const params = { id: this.id };
    // Before its outputs: what they say is never older than what it says.
    const run = await http.call(readMixRun, { params }, options);
    // The page has a head before thousands of outputs are read.
    if (this.run === null) this.takeRun(run);
    const since = isAnew ? null : this.revision;
    const kept = new Set<string>();
    let first: { revision: number; working: ReadonlyArray<{ id: string; progress: number }> } | undefined;
    for (let cursor: string | undefined; ;) {
      const query = { limit: PAGE, cursor, since: since ?? undefined };
      const page = await http.call(listMixOutputs, { params, query }, options);
      signal.throwIfAborted();
      first ??= page;
      for (const { id } of page.items) kept.add(id);
      this.takeOutputs(page.items);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    this.takeWorking(first.working);
    this.takeRun(run);
    this.finish(since === null ? kept : null);
    this.revision = first.revision;
    return true;
  }

  private takeRun(run: MixRun): void {
    const { run: before } = this;
    const isAnew = before === null || run.failed < before.failed || (!isUnderWay(before) && isUnderWay(run));
    this.progress = isAnew ? run.progress : Math.max(this.progress, run.progress);
    this.run = run;
  }

  private takeOutputs(outputs: readonly MixOutput[]): void {
    for (const output of outputs) this.outputs.set(output.id, output);
    this.sort();
  }

  private takeWorking(working: ReadonlyArray<{ id: string; progress: number }>): void {
    this.working.replace(
      working.map(({ id, progress }) => [id, Math.max(progress, this.working.get(id) ?? 0)] as const),
    );
  }

  /** @param kept all that there are; null when only changes were read */
  private finish(kept: ReadonlySet<string> | null): void {
    if (kept !== null) for (const id of [...this.outputs.keys()]) if (!kept.has(id)) this.outputs.delete(id);
    this.sort();
    this.selection.drop(this.selection.ids.filter((id) => !this.outputs.has(id)));
    this.isRead = true;
  }

  private sort(): void {
    const shown = [...this.outputs.values()].filter(({ state }) => state !== 'replaced' && state !== 'given-up');
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
      const { items } = await this.services.http.call(listMixOutputs, call, { signal, handlesErrors: true });
      runInAction(() => this.takeOutputs(items));
    } catch {
      // It is left unchanged; opening it shows the reason.
    }
    if (this.outdated.size > 0) this.addresses.refresh();
    return null;
  }
}
