import { runInAction } from 'mobx';

import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveList, type LivePage, type PageRequest } from '#core/web/live/LiveList.ts';
import { SearchText } from '#core/web/live/SearchText.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
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
import { projectChanged, runChanged } from '#plugins/mixing/events.ts';

export const CARD_STATES = ['draft', 'working', 'done', 'failed'] as const;
export type CardState = (typeof CARD_STATES)[number];

const PAGE = 30;
/** Most projects of one call. */
const MAX = 50;
/** Time to change one's mind. */
const UNDO_MILLISECONDS = 10_000;

/** The account's mix projects, the one that was worked on last first. Observable. */
export class ProjectsStore {
  readonly projects: LiveList<MixCard>;
  readonly search: SearchText;
  state: CardState | null = null;
  /** The one whose name is written now. */
  renaming: string | null = null;
  /** Ids of projects that something is done with; `sample` while the sample is made. */
  busy: ReadonlySet<string> = new Set();

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(ROUTER) private readonly router: Router,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    const { scope } = context;
    this.search = new SearchText(scope);
    this.projects = new LiveList(scope, (page) => this.read(page), {
      ...{ events, follows: [eventTrigger(runChanged), eventTrigger(projectChanged)] },
      ...{ query: () => [this.search.words, this.state], pageSize: PAGE, mostAtOnce: MAX },
    });
    observableStore(this);
  }

  get isNarrowed(): boolean {
    return this.search.words !== '' || this.state !== null;
  }

  show(state: CardState | null): void {
    this.state = state;
  }

  clear(): void {
    this.search.clear();
    this.state = null;
  }

  async duplicate({ id, name }: MixCard): Promise<void> {
    const body = { name: this.context.t('mixing:copy-name', { name }).slice(0, 100) };
    const copy = await this.make(id, () => this.http.call(copyMixProject, { params: { id }, body }));
    if (copy !== undefined) await this.projects.load();
  }

  /** A note offers to take it back. */
  async remove({ id, name }: MixCard): Promise<void> {
    const { t } = this.context;
    const done = await this.make(id, () =>
      this.projects.change(
        (cards) => cards.filter((card) => card.id !== id),
        () => this.http.call(deleteMixProject, { params: { id } }),
      ),
    );
    if (done === undefined) return;
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
    await this.projects.change(
      (cards) => cards.map((card) => (card.id === id ? { ...card, name } : card)),
      async () => {
        const { revision, document } = await this.http.call(readMixProject, { params }, { handlesErrors: true });
        const body = { revision, document: { ...document, name } };
        await this.http.call(updateMixProject, { params, body }, { handlesErrors: true });
      },
    );
    this.projects.refresh();
  }

  /** Makes a project of our own clips, and goes there. */
  async trySample(): Promise<void> {
    const project = await this.make('sample', () => this.http.call(createSampleProject, {}));
    if (project !== undefined) await this.router.go(`/mixedCut/edit/${project.id}`);
  }

  private async restore(id: string): Promise<void> {
    const restored = await this.make(id, () => this.http.call(restoreMixProject, { params: { id } }));
    if (restored !== undefined) await this.projects.load();
  }

  private async read({ cursor, limit, signal }: PageRequest): Promise<LivePage<MixCard>> {
    const { words } = this.search;
    const query = { limit, cursor, q: words === '' ? undefined : words, state: this.state ?? undefined };
    const page = await this.http.call(listMixCards, { query }, { signal, handlesErrors: true });
    const items = page.items.map((card) => ({
      ...card,
      picture: samePicture(this.projects.get(card.id)?.picture, card.picture),
    }));
    return { ...page, items };
  }

  /** Makes a call whose failure is shown by the error catalogue. @returns undefined when it failed */
  private async make<R>(id: string, call: () => Promise<R>): Promise<R | undefined> {
    if (this.busy.has(id)) return undefined;
    this.busy = new Set([...this.busy, id]);
    try {
      return await call();
    } catch (error) {
      if (!this.context.signal.aborted) this.context.log.info('a call for a project was refused', error);
      return undefined;
    } finally {
      runInAction(() => (this.busy = new Set([...this.busy].filter((other) => other !== id))));
    }
  }
}

/** Every response signs the address again, and a new address would load the same picture again. */
function samePicture(before: MixCard['picture'] | undefined, now: MixCard['picture']): MixCard['picture'] {
  if (before === undefined || before === null || now === null) return now;
  return before.url.split('?', 1)[0] === now.url.split('?', 1)[0] ? before : now;
}
