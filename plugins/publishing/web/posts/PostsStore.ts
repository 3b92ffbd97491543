import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { choiceFilter, Filter } from '#core/web/live/Filter.ts';
import { ListFilters } from '#core/web/live/ListFilters.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { dayOfField, fieldOfDay, rangeOf, stepOf } from '#core/web/live/period.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import { channelsChanged, postsChanged } from '#plugins/publishing/events.ts';
import { listPosts, listPublishTasks, type Post, type PublishTask } from '#plugins/publishing/post-calls.ts';
import { POST_STATES } from '#plugins/publishing/post-calls.ts';
import { listDayQuotas, type DayQuota } from '#plugins/publishing/quota-calls.ts';

/** How tasks and their posts are looked at. */
export const VIEWS = ['tasks', 'month', 'week', 'list'] as const;
export type View = (typeof VIEWS)[number];

/** Posts of one call. */
const PAGE = 200;

/** The publish tasks, and all posts of a month or a week. Observable. */
export class PostsStore {
  readonly view = new Filter<View>('view', 'tasks', {
    read: (text) => VIEWS.find((view) => view === text),
    write: (view) => view,
  });
  /** A day of the period that is shown; null for today. */
  readonly day = new Filter<string | null>('day', null, {
    read: (text) => (dayOfField(text) === null ? undefined : text),
    write: (day) => day ?? '',
  });
  readonly state = choiceFilter('state', POST_STATES);
  readonly filters = new ListFilters([this.view, this.day, this.state]);
  readonly tasks: LiveList<PublishTask>;
  readonly posts: LiveList<Post>;
  /** Days of the shown period that accounts have little or no room left on. */
  readonly quotas: LiveValue<readonly DayQuota[]>;

  constructor(
    @inject(HTTP) http: Http,
    @inject(EVENTS) events: Events,
    @inject(PLUGIN_CONTEXT) { scope }: Pick<PluginContext, 'scope'>,
  ) {
    this.tasks = new LiveList<PublishTask>(
      scope,
      ({ cursor, limit, signal }) =>
        http.call(listPublishTasks, { query: { cursor, limit } }, { signal, handlesErrors: true }),
      { events, follows: [eventTrigger(postsChanged)] },
    );
    this.posts = new LiveList<Post>(
      scope,
      ({ cursor, limit, signal }) => {
        const [from, until] = this.moments;
        const query = { cursor, limit, from, until, state: this.state.value ?? undefined };
        return http.call(listPosts, { query }, { signal, handlesErrors: true });
      },
      {
        ...{ events, follows: [eventTrigger(postsChanged)], pageSize: PAGE, mostAtOnce: PAGE },
        query: () => [...this.moments, this.state.value],
        compare: (a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id),
        belongs: ({ at, state }) => {
          const [from, until] = this.moments;
          return at >= from && at < until && (this.state.value === null || this.state.value === state);
        },
      },
    );
    this.quotas = new LiveValue<readonly DayQuota[]>(
      scope,
      async (signal) => {
        const { days } = this;
        const [first = new Date(), last = first] = [days[0], days.at(-1)];
        const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
        const query = { from: fieldOfDay(first), to: fieldOfDay(last), zone };
        return (await http.call(listDayQuotas, { query }, { signal, handlesErrors: true })).quotas;
      },
      { events, follows: [eventTrigger(postsChanged), eventTrigger(channelsChanged)], of: () => this.moments.join() },
    );
    observableStore(this);
  }

  /** The day that the shown period is around. */
  get around(): Date {
    return (this.day.value === null ? null : dayOfField(this.day.value)) ?? new Date();
  }

  get unit(): 'week' | 'month' {
    return this.view.value === 'week' ? 'week' : 'month';
  }

  /** The days that are shown: of a month, whole weeks. */
  get days(): Date[] {
    const { from, until } = rangeOf(this.unit, this.around);
    const first = rangeOf('week', from).from;
    const last = rangeOf('week', new Date(until.getTime() - 1)).until;
    const days: Date[] = [];
    for (let day = first; day < last; day = new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1)) {
      days.push(day);
    }
    return this.view.value === 'list' ? days.filter((day) => day >= from && day < until) : days;
  }

  step(by: 1 | -1): void {
    this.day.set(fieldOfDay(stepOf(this.unit, this.around, by)));
  }

  showToday(): void {
    this.day.clear();
  }

  /** Shows the list from a day on. */
  showDay(day: Date): void {
    this.day.set(fieldOfDay(day));
    this.view.set('list');
  }

  private get moments(): [from: string, until: string] {
    const { days } = this;
    const [first, last] = [days[0] ?? new Date(), days.at(-1) ?? new Date()];
    return [first.toISOString(), rangeOf('day', last).until.toISOString()];
  }
}
