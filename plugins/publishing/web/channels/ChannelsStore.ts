import { runInAction } from 'mobx';

import type { CallData } from '#core/contract/call.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { FEATURE_GATE, type FeatureGate } from '#core/web/features/feature-gate.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { choiceFilter, Filter, wordsFilter } from '#core/web/live/Filter.ts';
import { ListFilters } from '#core/web/live/ListFilters.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import {
  CHANNEL_STATES,
  changeChannel,
  listChannels,
  refreshChannel,
  removeChannel,
  type Channel,
} from '#plugins/publishing/channel-calls.ts';
import type { importChannels } from '#plugins/publishing/import-calls.ts';
import { channelsChanged } from '#plugins/publishing/events.ts';
import { listPosts } from '#plugins/publishing/post-calls.ts';

/** What the filter of groups is for accounts that are in none. */
export const NO_GROUP = '-';

/** What is kept of an account here, beside what its platform tells. */
export type ChannelNotes = Partial<
  Pick<Channel, 'group' | 'phone' | 'remark' | 'overdue' | 'hostId' | 'slots' | 'delivery'>
>;

const anyWord = (key: string): Filter<string | null> =>
  new Filter<string | null>(key, null, { read: (text) => text, write: (value) => value ?? '' });

const DAY = 24 * 60 * 60 * 1000;
/** So many days before its end a permission is spoken of. */
const NEAR_DAYS = 7;

/** In how many days a permission ends; null while that is far away. */
export function daysLeft(endsAt: string | null): number | null {
  if (endsAt === null) return null;
  const days = Math.ceil((Date.parse(endsAt) - Date.now()) / DAY);
  return days > NEAR_DAYS ? null : Math.max(0, days);
}

/** The connected accounts at platforms. Observable. */
export class ChannelsStore {
  readonly words = wordsFilter();
  readonly service = anyWord('service');
  readonly group = anyWord('group');
  readonly state = choiceFilter('state', CHANNEL_STATES);
  readonly filters = new ListFilters([this.words, this.service, this.group, this.state]);
  readonly channels: LiveList<Channel>;
  /** All of them, whatever is filtered; null until they were read. */
  all: readonly Channel[] | null = null;
  /** How many the membership level includes; null for any number. */
  most: number | null = null;
  /** Ids of those that something is done with. */
  busy: ReadonlySet<string> = new Set();

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(FEATURE_GATE) private readonly gate: FeatureGate,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.channels = new LiveList(context.scope, ({ signal }) => this.read(signal), {
      ...{ events, follows: [eventTrigger(channelsChanged)], query: () => this.filters.texts },
    });
    observableStore(this);
  }

  /** Without those that the main account lets its sub-account publish to. */
  get own(): readonly Channel[] {
    return (this.all ?? []).filter(({ isShared }) => !isShared);
  }

  /** Those that were imported, and whose owners have not agreed yet. */
  get pending(): readonly Channel[] {
    return this.own.filter(({ state }) => state === 'pending');
  }

  get isFull(): boolean {
    return this.most !== null && this.own.length >= this.most;
  }

  /** The services that accounts are connected by, with their names. */
  get services(): ReadonlyMap<string, string> {
    return new Map((this.all ?? []).map(({ adapter, service }) => [adapter, service]));
  }

  get groups(): string[] {
    return [...new Set((this.all ?? []).flatMap(({ group }) => group ?? []))].sort((a, b) => a.localeCompare(b));
  }

  /** Asks for a service and what it needs; offers an upgrade while there is no room for another account. */
  async connect(): Promise<void> {
    if (this.isFull) return this.gate.offerUpgrade();
    await this.open(null);
  }

  /** Has the owner of an account agree, again or for the first time. */
  async authorise({ adapter, ...channel }: Pick<Channel, 'adapter' | 'id' | 'name' | 'state'>): Promise<void> {
    await this.open(adapter, channel.state === 'pending' ? channel : null);
  }

  /** Has the owners of imported accounts agree, one after the other, until somebody does not. */
  async authorisePending(): Promise<void> {
    for (const { adapter, id, name } of this.pending) {
      if (!(await this.open(adapter, { id, name }))) return;
    }
  }

  /** Imports accounts from a spreadsheet. */
  async importTable(): Promise<void> {
    const done = await this.dialogs.open<CallData<typeof importChannels>>('publishing/import');
    if (done === undefined) return;
    this.channels.refresh();
    const key = done.pending > 0 ? 'publishing:channels.imported-pending' : 'publishing:channels.imported';
    const { added, changed, pending } = done;
    this.toasts.show({ kind: 'success', text: () => this.context.t(key, { added, changed, pending }) });
  }

  /** @throws HttpFailure */
  async change(id: string, notes: ChannelNotes): Promise<void> {
    this.channels.put([await this.http.call(changeChannel, { params: { id }, body: notes }, { handlesErrors: true })]);
    this.channels.refresh();
  }

  /** Puts accounts into a group that is asked for. */
  async regroup(chosen: readonly Channel[]): Promise<void> {
    const channels = this.changeable(chosen);
    if (channels.length === 0) return;
    const current = [...new Set(channels.flatMap(({ group }) => group ?? []))];
    const properties = { count: channels.length, current, groups: this.groups };
    const group = await this.dialogs.open<string>('publishing/group', properties);
    if (group === undefined) return;
    const body = { group: group === '' ? null : group };
    await this.each(channels, async ({ id }) => {
      this.channels.put([await this.http.call(changeChannel, { params: { id }, body })]);
    });
    this.channels.refresh();
  }

  async refresh(channel: Channel): Promise<void> {
    await this.each([channel], async ({ id, name }) => {
      const now = await this.http.call(refreshChannel, { params: { id } });
      this.channels.put([now]);
      const key = now.state === 'normal' ? 'publishing:channels.refreshed' : 'publishing:channels.refreshed-expired';
      this.toasts.show({
        ...{ kind: now.state === 'normal' ? 'success' : 'warning', key: `publishing.expired.${id}` },
        text: () => this.context.t(key, { name }),
      });
    });
  }

  /** Asks first, with how many posts will not go out. */
  async remove(chosen: readonly Channel[]): Promise<void> {
    const channels = this.changeable(chosen);
    if (channels.length === 0) return;
    const counts = await Promise.all(
      channels.map(async ({ id: channel }) => {
        const query = { channel, state: 'planned', limit: 1 } as const;
        return (await this.http.call(listPosts, { query })).total;
      }),
    );
    const posts = counts.reduce((sum, count) => sum + count, 0);
    const [only] = channels;
    const isOne = channels.length === 1 && only !== undefined;
    const isAgreed = await this.dialogs.confirm({
      title: isOne ? 'publishing:channels.remove-one' : 'publishing:channels.remove-some',
      text: posts === 0 ? 'publishing:channels.remove-text' : 'publishing:channels.remove-posts',
      params: { name: only?.name ?? '', count: channels.length, posts },
      confirm: 'publishing:channels.remove-confirm',
      destructive: true,
    });
    if (!isAgreed) return;
    let cancelled = 0;
    const removed = await this.each(channels, async ({ id, name, service }) => {
      const done = await this.http.call(removeChannel, { params: { id } });
      cancelled += done.cancelled;
      this.channels.drop([id]);
      if (done.permission !== 'given-back' && done.permission !== 'none') {
        const key = `publishing:channels.permission-${done.permission}` as const;
        const kind = done.permission === 'needed' ? 'info' : 'warning';
        this.toasts.show({ kind, duration: 0, text: () => this.context.t(key, { name, service }) });
      }
    });
    this.channels.refresh();
    if (removed > 0) {
      const text = () => this.context.t('publishing:channels.removed', { count: removed, posts: cancelled });
      this.toasts.show({ kind: 'success', text });
    }
  }

  /** Says so when nothing of what was chosen belongs to this account. */
  private changeable(chosen: readonly Channel[]): readonly Channel[] {
    const own = chosen.filter(({ isShared }) => !isShared);
    if (own.length === 0) {
      this.toasts.show({ kind: 'info', text: () => this.context.t('publishing:channels.shared-text') });
    }
    return own;
  }

  /** @returns whether an account was connected, without leaving the page */
  private async open(adapter: string | null, pending: Pick<Channel, 'id' | 'name'> | null = null): Promise<boolean> {
    const connected = await this.dialogs.open<Channel | { choice: string }>('publishing/connect', {
      ...{ adapter, ...(pending !== null && { pending }) },
    });
    if (connected === undefined) return false;
    if ('choice' in connected) return await this.choose(connected.choice);
    this.tellConnected([connected]);
    return true;
  }

  /** Asks which of several accounts that their owner has agreed to are connected. @returns whether that was decided */
  async choose(choice: string): Promise<boolean> {
    const connected = await this.dialogs.open<readonly Channel[]>('publishing/choose', { choice });
    if (connected === undefined) return false;
    this.tellConnected(connected);
    return true;
  }

  private tellConnected(connected: readonly Channel[]): void {
    const [only] = connected;
    this.channels.refresh();
    const text = () => {
      if (only === undefined) return this.context.t('publishing:choose.dropped');
      return connected.length === 1
        ? this.context.t('publishing:connect.done', { name: only.name })
        : this.context.t('publishing:choose.done', { count: connected.length });
    };
    this.toasts.show({ kind: only === undefined ? 'info' : 'success', text });
  }

  private async read(signal: AbortSignal) {
    const { channels, most } = await this.http.call(listChannels, {}, { signal, handlesErrors: true });
    runInAction(() => {
      this.all = channels;
      this.most = most;
    });
    const items = channels.filter((channel) => this.isWanted(channel));
    return { items, nextCursor: null, total: items.length };
  }

  private isWanted({ name, phone, remark, adapter, group, state }: Channel): boolean {
    const words = this.words.value.toLowerCase();
    const isNamed = [name, phone, remark, group].some((text) => text?.toLowerCase().includes(words) === true);
    return (
      (words === '' || isNamed) &&
      (this.service.value === null || this.service.value === adapter) &&
      (this.group.value === null || this.group.value === (group ?? NO_GROUP)) &&
      (this.state.value === null || this.state.value === state)
    );
  }

  /** One after the other; a failure is shown by the error catalogue, and ends it. @returns how many were done */
  private async each(channels: readonly Channel[], work: (channel: Channel) => Promise<void>): Promise<number> {
    let done = 0;
    for (const channel of channels) {
      if (this.busy.has(channel.id)) continue;
      this.mark(channel.id, true);
      try {
        await work(channel);
        done += 1;
      } catch (error) {
        if (!this.context.signal.aborted) this.context.log.info('a call for an account was refused', error);
        break;
      } finally {
        this.mark(channel.id, false);
      }
    }
    return done;
  }

  private mark(id: string, isBusy: boolean): void {
    const others = [...this.busy].filter((other) => other !== id);
    this.busy = new Set(isBusy ? [...others, id] : others);
  }
}
