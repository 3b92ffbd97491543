import { runInAction } from 'mobx';

import { DIALOGS, type Dialogs } from '#core/web/dialogs/dialogs.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { choiceFilter, wordsFilter } from '#core/web/live/Filter.ts';
import { ListFilters } from '#core/web/live/ListFilters.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';
import { TOASTS, type Toasts } from '#core/web/toasts/toasts.ts';

import {
  checkHost,
  HOST_STATES,
  HOST_TYPES,
  listHosts,
  removeHost,
  trustHost,
  type Host,
} from '#plugins/hosts/calls.ts';
import { hostsChanged } from '#plugins/hosts/events.ts';
import { daysLeft } from './days-left.ts';

/** Days before its end on which a host is marked. */
const SOON = 7;

/** The hosts of the account. Observable. */
export class HostsStore {
  readonly words = wordsFilter();
  readonly type = choiceFilter('type', HOST_TYPES);
  readonly state = choiceFilter('state', HOST_STATES);
  readonly filters = new ListFilters([this.words, this.type, this.state]);
  readonly hosts: LiveList<Host>;
  /** All of them, whatever is filtered. */
  all: readonly Host[] = [];
  /** Ids of those that are being checked. */
  busy: ReadonlySet<string> = new Set();

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(DIALOGS) private readonly dialogs: Dialogs,
    @inject(TOASTS) private readonly toasts: Toasts,
    @inject(PLUGIN_CONTEXT) private readonly context: PluginContext,
  ) {
    this.hosts = new LiveList(context.scope, ({ signal }) => this.read(signal), {
      ...{ events, follows: [eventTrigger(hostsChanged)], query: () => this.filters.texts },
    });
    observableStore(this);
  }

  /** Those that expire within a week, and those that have; the nearest first. */
  get expiring(): { host: Host; days: number }[] {
    return this.all
      .flatMap((host) => {
        const days = daysLeft(host.expiresOn);
        return days === null || days > SOON ? [] : [{ host, days }];
      })
      .sort((a, b) => a.days - b.days);
  }

  /** Asks for a new host, and looks at its key. */
  async add(): Promise<void> {
    const host = await this.dialogs.open<Host>('hosts/host', { host: null });
    if (host === undefined) return;
    this.say('hosts:added', { name: host.name });
    this.hosts.refresh();
    await this.check(host);
  }

  async edit(host: Host): Promise<void> {
    const changed = await this.dialogs.open<Host>('hosts/host', { host });
    if (changed === undefined) return;
    this.put(changed);
    this.say('hosts:saved');
  }

  async check(host: Host): Promise<void> {
    await this.during(host, () => this.http.call(checkHost, { params: { id: host.id } }));
  }

  /** Confirms the key that a host shows, after a question with its fingerprint. */
  async trust(host: Host): Promise<void> {
    const { offeredKey, hostKey, id, name } = host;
    if (offeredKey === null) return;
    const words = hostKey === null ? 'trust' : 'changed-trust';
    const isAgreed = await this.dialogs.confirm({
      title: `hosts:${words}-title`,
      text: `hosts:${words}-text`,
      params: { name, ...offeredKey },
      confirm: `hosts:${words}-confirm`,
      destructive: hostKey !== null,
      width: 560,
    });
    if (!isAgreed) return;
    const body = { fingerprint: offeredKey.fingerprint };
    await this.during(host, () => this.http.call(trustHost, { params: { id }, body }));
  }

  async remove(hosts: readonly Host[]): Promise<void> {
    const [only] = hosts;
    const isAgreed = await this.dialogs.confirm({
      title: hosts.length === 1 ? 'hosts:remove-one' : 'hosts:remove-some',
      text: 'hosts:remove-text',
      params: { name: only?.name ?? '', count: hosts.length },
      confirm: 'hosts:remove-confirm',
      destructive: true,
    });
    if (!isAgreed) return;
    let removed = 0;
    try {
      for (const { id } of hosts) {
        await this.http.call(removeHost, { params: { id } });
        this.hosts.drop([id]);
        removed += 1;
      }
    } catch (error) {
      // The error catalogue has said so.
      this.context.log.info('a host was not removed', error);
    }
    this.hosts.refresh();
    if (removed > 0) this.say('hosts:removed', { count: removed });
  }

  private put(host: Host): void {
    this.hosts.put([host]);
    this.hosts.refresh();
  }

  private async during(host: Host, work: () => Promise<Host>): Promise<void> {
    if (this.busy.has(host.id)) return;
    this.busy = new Set([...this.busy, host.id]);
    try {
      const now = await work();
      this.put(now);
      const state = () => this.context.t(`hosts:state-${now.state}`);
      const text = () => this.context.t('hosts:checked-done', { name: now.name, state: state() });
      this.toasts.show({ kind: now.state === 'healthy' ? 'success' : 'warning', text, key: `hosts.check.${now.id}` });
    } catch (error) {
      if (!this.context.signal.aborted) this.context.log.info('a call for a host was refused', error);
    } finally {
      runInAction(() => {
        this.busy = new Set([...this.busy].filter((id) => id !== host.id));
      });
    }
  }

  private say(key: 'hosts:added' | 'hosts:saved' | 'hosts:removed', params = {}): void {
    this.toasts.show({ kind: 'success', text: () => this.context.t(key, params) });
  }

  private async read(signal: AbortSignal) {
    const { hosts } = await this.http.call(listHosts, {}, { signal, handlesErrors: true });
    runInAction(() => {
      this.all = hosts;
    });
    const items = hosts.filter((host) => this.isWanted(host));
    return { items, nextCursor: null, total: items.length };
  }

  private isWanted({ name, ip, elasticIp, user, region, provider, config, type, state }: Host): boolean {
    const words = this.words.value.toLowerCase();
    const texts = [name, ip, elasticIp, user, region, provider, config];
    return (
      texts.some((text) => text?.toLowerCase().includes(words) === true) &&
      (this.type.value === null || this.type.value === type) &&
      (this.state.value === null || this.state.value === state)
    );
  }
}
