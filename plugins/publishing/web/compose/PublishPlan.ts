import { reaction, runInAction } from 'mobx';

import { toolRunEnded } from '#core/contract/tool-run-events.ts';
import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { randomUuid } from '#core/web/random-uuid.ts';
import { ROUTER, type Router } from '#core/web/router/router.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import { planPosts, type AccountTakes, type PlannedPost } from '#plugins/publishing/plan-calls.ts';
import { publishPosts } from '#plugins/publishing/post-calls.ts';
import type { DayQuota } from '#plugins/publishing/quota-calls.ts';
import { AT } from '../links/addresses.ts';
import { PublishDraft } from './PublishDraft.ts';

/** Milliseconds without a change after which the plan is asked for. */
const PLAN_AFTER = 400;

/** What would be published. */
interface Plan {
  posts: readonly PlannedPost[];
  cost: number;
  available: number;
  audiences: Readonly<Record<string, readonly string[]>>;
  takes: Readonly<Record<string, AccountTakes>>;
  /** Days on which accounts can take few more posts, or none, or have too many. */
  quotas: readonly DayQuota[];
  /** What two accounts of a group have in common at most. */
  apart: readonly GroupReached[];
  /** Videos that the library has no more. */
  gone: number;
}

export interface GroupReached {
  group: string | null;
  accounts: number;
  most: number | null;
  unknown: number;
}

const NOTHING: Plan = { posts: [], cost: 0, available: 0, audiences: {}, takes: {}, quotas: [], apart: [], gone: 0 };

/** What will become of what is composed, as the server plans it, and publishing that. Observable. */
export class PublishPlan {
  readonly live: LiveValue<Plan>;
  isPublishing = false;
  /** Whether copies are begun: wherever that was pressed, nothing else begins meanwhile. */
  isFitting = false;
  private readonly draft: PublishDraft;
  /** The attempt under the same key, so that one whose answer is lost makes no second task. */
  #attempt = { body: '', key: '' };

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(ROUTER) private readonly router: Router,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    const { scope } = context;
    const draft = context.store(PublishDraft);
    this.draft = draft;
    this.live = new LiveValue<Plan>(
      scope,
      async (signal) => {
        const { wish } = draft;
        if (wish === null) return NOTHING;
        return await http.call(planPosts, { body: wish }, { signal, handlesErrors: true });
      },
      // Copies that are made take the places of their videos.
      { events, follows: [eventTrigger(toolRunEnded, ({ runId }) => this.waitsFor(runId))] },
    );
    observableStore(this);
    scope.own(
      reaction(
        () => JSON.stringify(draft.wish),
        () => this.live.restart(PLAN_AFTER),
      ),
    );
  }

  /** The latest that was read; of nothing until then. */
  get latest(): Plan {
    return this.live.value ?? NOTHING;
  }

  /** Posts that would not go out, or may not. */
  get faulty(): readonly PlannedPost[] {
    return this.latest.posts.filter(({ faults }) => faults.length > 0);
  }

  /** Whether a run makes copies for posts of the plan, or may do so for one that is still being read. */
  private waitsFor(runId: string): boolean {
    return this.live.isLoading || this.latest.posts.some(({ copy }) => copy?.runId === runId);
  }

  /** Posts whose copy goes out in place of their video. */
  private get copies() {
    return this.latest.posts.flatMap(({ fileId, channelId, copy }) =>
      copy?.state === 'made' ? [{ fileId, channelId }] : [],
    );
  }

  /** Has copies begun, unless that happens already. @param begin begins them, and tells failures */
  async fit(begin: () => Promise<void>): Promise<void> {
    if (this.isFitting) return;
    this.isFitting = true;
    try {
      await begin();
      await this.live.load();
    } finally {
      runInAction(() => (this.isFitting = false));
    }
  }

  /** Has no account post more on a day than it may, so that the others wait for the days after. */
  async waitForRoom(channelId: string): Promise<void> {
    const fitting = this.latest.posts.filter((post) => post.channelId === channelId && !post.fixes.includes('day'));
    const days = Map.groupBy(fitting, ({ day }) => day);
    const most = Math.max(0, ...[...days.values()].map((list) => list.length));
    this.draft.set({ perDay: Math.min(24, Math.max(1, most)) });
  }

  /** Plans the posts for good, and goes to their task. Failures are shown by the error catalogue. */
  async publish(): Promise<void> {
    const { draft, faulty, copies } = this;
    const { wish, name } = draft;
    if (wish === null || this.isPublishing) return;
    if (draft.isLocked) return draft.offerUpgrade();
    if (faulty.length > 0) {
      const isAgreed = await this.dialogs.confirm({
        title: 'publishing:compose.faulty-title',
        text: 'publishing:compose.faulty-text',
        params: { count: faulty.length, fault: faulty[0]?.faults[0] ?? '' },
        confirm: 'publishing:compose.faulty-confirm',
        cancel: 'publishing:compose.faulty-back',
      });
      if (!isAgreed) return;
    }
    const isByHand = draft.targets.some((channel) => channel.isByHand);
    const body = JSON.stringify([wish, name, copies]);
    if (this.#attempt.body !== body) this.#attempt = { body, key: randomUuid() };
    this.isPublishing = true;
    try {
      const task = await this.http.call(publishPosts, { body: { ...wish, name, copies, key: this.#attempt.key } });
      draft.clear();
      this.toasts.show({
        kind: 'success',
        text: () =>
          this.context.t(isByHand ? 'publishing:compose.done-by-hand' : 'publishing:compose.done', {
            count: task.posts,
          }),
      });
      await this.router.go(AT.task(task.id));
    } catch (error) {
      if (!this.context.signal.aborted) this.context.log.info('posts were not planned', error);
    } finally {
      runInAction(() => (this.isPublishing = false));
    }
  }
}
