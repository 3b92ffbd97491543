import { makeAutoObservable, observableRef, runInAction } from 'mobx';

import type { EventDefinition } from '#core/contract/event.ts';
import type { Call, CallArguments, CallData, CallShape } from '#core/contract/call.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { Reading } from '#core/web/reading/Reading.ts';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import {
  copyMixProject,
  createSampleProject,
  deleteMixProject,
  listMixCards,
  readMixProject,
  restoreMixProject,
  updateMixProject,
  type MixCard,
} from '#plugins/mixing/calls.ts';
import { projectChanged, runChanged, runEnded } from '#plugins/mixing/events.ts';

export const CARD_STATES = ['draft', 'working', 'done', 'failed'] as const;
export type CardState = (typeof CARD_STATES)[number];

const PAGE = 30;
/** Most projects of one call. */
const MOST = 50;
/** Milliseconds after the last letter. */
const SEARCH_AFTER = 300;
const PAUSE_MILLISECONDS = 800;
/** Time to change one's mind. */
const UNDO_MILLISECONDS = 10_000;

/** The account's mix projects, the one that was worked on last first. Observable. */
export class ProjectsStore {
  /** Null until they were read once. */
  cards: readonly MixCard[] | null = null;
  total = 0;
  nextCursor: string | null = null;
  isReadingMore = false;
  moreFailure: { error: unknown } | null = null;
  /** What stands in the field, and what is searched. */
  text = '';
  q = '';
  state: CardState | null = null;
  /** The one whose name is written now. */
  renaming: string | null = null;
  /** Ids of projects that something is done with; `sample` while the sample is made. */
  busy: ReadonlySet<string> = new Set();
  readonly reading: Reading<true>;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts readings from the beginning: what an older one goes on with is not wanted. */
  private age = 0;
  private readonly gone = new Set<string>();

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) private readonly events: Events,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(ROUTER) private readonly router: Router,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.reading = new Reading((signal) => this.read(signal));
    makeAutoObservable<
      this,
      'http' | 'events' | 'toasts' | 'router' | 'context' | 'timer' | 'age' | 'gone' | 'read' | 'make'
    >(
      this,
      {
        ...{ http: false, events: false, toasts: false, router: false, context: false, timer: false, age: false },
        ...{ gone: false, reading: false, read: false, make: false },
        ...{ cards: observableRef, moreFailure: observableRef, busy: observableRef },
      },
      { autoBind: true },
    );
  }

  get isNarrowed(): boolean {
    return this.q !== '' || this.state !== null;
  }

  /** Reads them, and follows them until it is undone. */
  follow(): () => void {
    const soon = (): void => this.reading.loadWithin(PAUSE_MILLISECONDS);
    const undos = [runChanged, runEnded, projectChanged].map((event: EventDefinition) =>
      this.events.on(event, soon, soon),
    );
    void this.reading.load();
    return () => {
      for (const undo of undos) void undo();
      this.reading.stop();
      clearTimeout(this.timer);
    };
  }

  /** Searches a moment after the last letter. */
  type(text: string): void {
    this.text = text;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.search, SEARCH_AFTER);
  }

  search(): void {
    clearTimeout(this.timer);
    const q = this.text.trim();
    if (q === this.q) return;
    this.q = q;
    this.startAnew();
  }

  show(state: CardState | null): void {
    if (state === this.state) return;
    this.state = state;
    this.startAnew();
  }

  clear(): void {
    this.text = '';
    this.q = '';
    this.state = null;
    this.startAnew();
  }

  /** Reads the next ones. */
  async more(): Promise<void> {
    const { nextCursor, age } = this;
    if (nextCursor === null || this.isReadingMore || this.cards === null) return;
    this.isReadingMore = true;
    this.moreFailure = null;
    try {
      const page = await this.readPage(this.context.signal, PAGE, nextCursor);
      runInAction(() => {
        if (age !== this.age) return;
        const known = new Set(this.cards?.map(({ id }) => id));
        this.take([...(this.cards ?? []), ...page.items.filter(({ id }) => !known.has(id))], page);
      });
    } catch (error) {
      runInAction(() => {
        if (age === this.age) this.moreFailure = { error };
      });
    } finally {
      runInAction(() => (this.isReadingMore = false));
    }
  }

  async duplicate({ id, name }: MixCard): Promise<void> {
    const body = { name: this.context.t('mixing:copy-name', { name }).slice(0, 100) };
    const copy = await this.make(id, copyMixProject, { params: { id }, body });
    if (copy !== undefined) await this.reading.load();
  }

  /** A note offers to take it back. */
  async remove({ id, name }: MixCard): Promise<void> {
    const { t } = this.context;
    this.gone.add(id);
    runInAction(() => this.take(this.cards ?? [], { total: Math.max(0, this.total - 1), nextCursor: this.nextCursor }));
    const done = await this.make(id, deleteMixProject, { params: { id } });
    if (done === undefined) {
      this.gone.delete(id);
      await this.reading.load();
      return;
    }
    this.toasts.show({
      ...{ kind: 'success', key: 'mixing.removed', duration: UNDO_MILLISECONDS },
      text: t('mixing:projects.removed', { name }),
      action: { label: t('mixing:projects.undo'), run: () => void this.restore(id) },
    });
  }

  setRenaming(id: string | null): void {
    this.renaming = id;
  }

  /** @throws HttpFailure */
  async rename(id: string, name: string): Promise<void> {
    const params = { id };
    const { revision, document } = await this.http.call(readMixProject, { params }, { handlesErrors: true });
    const body = { revision, document: { ...document, name } };
    await this.http.call(updateMixProject, { params, body }, { handlesErrors: true });
    runInAction(() => {
      this.cards = this.cards?.map((card) => (card.id === id ? { ...card, name } : card)) ?? null;
    });
    void this.reading.load();
  }

  /** Makes a project of our own clips, and goes there. */
  async trySample(): Promise<void> {
    const project = await this.make('sample', createSampleProject, {});
    if (project !== undefined) await this.router.go(`/mixedCut/edit/${project.id}`);
  }

  private async restore(id: string): Promise<void> {
    const restored = await this.make(id, restoreMixProject, { params: { id } });
    if (restored === undefined) return;
    this.gone.delete(id);
    await this.reading.load();
  }

  private startAnew(): void {
    this.age += 1;
    this.nextCursor = null;
    this.moreFailure = null;
    // What is under way answers another question.
    this.reading.stop();
    void this.reading.load();
  }

  /** Reads as many as are shown, so that nobody loses their place. */
  private async read(signal: AbortSignal): Promise<true> {
    const { age } = this;
    const wanted = Math.max(PAGE, this.cards?.length ?? 0);
    // What moves up between two pages comes twice.
    const cards = new Map<string, MixCard>();
    let read = 0;
    for (let cursor: string | undefined; ;) {
      const page = await this.readPage(signal, Math.min(MOST, wanted - read), cursor);
      signal.throwIfAborted();
      for (const card of page.items) cards.set(card.id, card);
      read += page.items.length;
      if (page.nextCursor === null || read >= wanted || page.items.length === 0) {
        runInAction(() => {
          if (age === this.age) this.take([...cards.values()], page);
        });
        return true;
      }
      cursor = page.nextCursor;
    }
  }

  private async readPage(signal: AbortSignal, limit: number, cursor?: string) {
    const query = { limit, cursor, q: this.q === '' ? undefined : this.q, state: this.state ?? undefined };
    return await this.http.call(listMixCards, { query }, { signal, handlesErrors: true });
  }

  private take(cards: readonly MixCard[], { total, nextCursor }: { total: number; nextCursor: string | null }): void {
    const before = new Map(this.cards?.map((card) => [card.id, card.picture]));
    this.cards = cards
      .filter(({ id }) => !this.gone.has(id))
      .map((card) => ({ ...card, picture: samePicture(before.get(card.id), card.picture) }));
    this.total = total;
    this.nextCursor = nextCursor;
  }

  /** Makes a call whose failure the catalogue tells. @returns undefined then */
  private async make<S extends CallShape>(
    id: string,
    call: Call<S>,
    args: CallArguments<S>,
  ): Promise<CallData<S> | undefined> {
    if (this.busy.has(id)) return undefined;
    runInAction(() => (this.busy = new Set([...this.busy, id])));
    try {
      return await this.http.call(call, args);
    } catch (error) {
      if (!this.context.signal.aborted) this.context.log.info(`${call.method} ${call.path} was refused`, error);
      return undefined;
    } finally {
      runInAction(() => (this.busy = new Set([...this.busy].filter((other) => other !== id))));
    }
  }
}

/** Each answer signs anew, and a new address would load the same picture again. */
function samePicture(before: MixCard['picture'] | undefined, now: MixCard['picture']): MixCard['picture'] {
  if (before === undefined || before === null || now === null) return now;
  return before.url.split('?', 1)[0] === now.url.split('?', 1)[0] ? before : now;
}
