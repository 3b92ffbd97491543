import { observable, runInAction } from 'mobx';

import { taskChanged, type TaskEvent } from '#core/contract/kernel-events.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, isUnanswered, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import type { Undo } from '#core/web/scope.ts';

import { findMaterials, type Material } from '#plugins/materials/calls.ts';
import { materialsChanged } from '#plugins/materials/events.ts';

/** Who follows materials. */
export interface FeedListener {
  /** Materials as they are now; ids that were asked for and are not among them are gone for good. */
  changed(materials: ReadonlyMap<string, Material>, ids: readonly string[]): void;
  /** It is unknown what has changed: everything has to be loaded again. */
  lost(): void;
}

const JOB = 'materials.prepare';
/** Changes that come so soon after each other are read together. */
const GATHER = 120;
/** Most ids of one call. */
const AT_ONCE = 500;
/** Above this number it is cheaper to reload the lists. */
const TOO_MANY = 2000;

/** Receives events about materials, loads just those, and notifies everything that shows some. */
export class MaterialFeed {
  private readonly listeners = new Set<FeedListener>();
  private readonly watchers = new Set<(ids: readonly string[]) => void>();
  /** How far materials are prepared, 0 to 1. */
  private readonly progress = observable.map<string, number>({}, { deep: false });
  private waiting = new Set<string>();
  private readonly changes: LiveValue<null>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(I18N) private readonly i18n: I18n,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.changes = new LiveValue(context.scope, (signal) => this.flush(signal), { events, rest: GATHER });
    observableStore(this);
    context.own(this.changes.follow());
    context.own(events.on(materialsChanged, ({ ids }) => this.hear(ids), this.lose));
    context.own(events.on(taskChanged, this.hearTask));
  }

  /** Follows until it is undone. */
  follow(listener: FeedListener): Undo {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Reports the ids of changed materials immediately. */
  watch(changed: (ids: readonly string[]) => void): () => void {
    this.watchers.add(changed);
    return () => void this.watchers.delete(changed);
  }

  /** 0 to 1; null before the first report. */
  progressOf(id: string): number | null {
    return this.progress.get(id) ?? null;
  }

  /** Tells of materials that a call has just answered. */
  accept(materials: readonly Material[]): void {
    this.tell(
      new Map(materials.map((material) => [material.id, material])),
      materials.map(({ id }) => id),
    );
  }

  /** Tells all listeners to load everything again. */
  lose(): void {
    for (const listener of [...this.listeners]) listener.lost();
  }

  /** Reloads some of them soon, for example after an address has expired. */
  hear(ids: readonly string[]): void {
    if (ids.length === 0) return;
    for (const watcher of [...this.watchers]) watcher(ids);
    for (const id of ids) this.waiting.add(id);
    this.changes.refresh();
  }

  dispose(): void {
    this.listeners.clear();
    this.watchers.clear();
  }

  private async flush(signal: AbortSignal): Promise<null> {
    const ids = [...this.waiting];
    this.waiting = new Set();
    if (ids.length > TOO_MANY) this.lose();
    else await this.read(ids, signal);
    return null;
  }

  private async read(ids: readonly string[], signal: AbortSignal): Promise<void> {
    try {
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const asked = ids.slice(from, from + AT_ONCE);
        const options = { signal, handlesErrors: true };
        const { items } = await this.http.call(findMaterials, { body: { ids: asked } }, options);
        this.tell(new Map(items.map((item) => [item.id, item])), asked);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (isUnanswered(error)) {
        // These changes will not be reported again.
        for (const id of ids) this.waiting.add(id);
        throw error;
      }
      this.context.log.warn('changed materials could not be read', error);
      this.lose();
    }
  }

  private tell(materials: ReadonlyMap<string, Material>, ids: readonly string[]): void {
    runInAction(() => {
      for (const { id, state } of materials.values()) if (state !== 'preparing') this.progress.delete(id);
      for (const listener of [...this.listeners]) listener.changed(materials, ids);
    });
  }

  private hearTask({ job, subjectId: id, state, progress }: TaskEvent): void {
    if (id === null || job !== JOB) return;
    if (state === 'running') this.progress.set(id, Math.max(progress, this.progress.get(id) ?? 0));
    else if (state !== 'queued') this.progress.delete(id);
  }
}
