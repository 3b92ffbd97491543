import { allotmentChanged } from '#core/contract/kernel-events.ts';
import { toolRunEnded } from '#core/contract/tool-run-events.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { choiceFilter, wordsFilter } from '#core/web/live/Filter.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { ListFilters } from '#core/web/live/ListFilters.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import {
  changeAllotment,
  createSubAccount,
  disableSubAccount,
  enableSubAccount,
  findSubAccounts,
  readBalances,
  SUB_ACCOUNT_STATES,
  updateSubAccount,
  type AllotmentStep,
  type NumberProof,
  type SpendableBalance,
  type SubAccount,
  type SubAccountFacts,
} from '#plugins/account/calls.ts';
import { subAccountsChanged } from '#plugins/account/events.ts';

/** Milliseconds between two looks: what sub-accounts spend is told to their own pages only. */
const LOOK_EVERY = 30_000;

/** The sub-accounts of a main account, and what an account of either kind may spend. Observable. */
export class SubAccountsStore {
  readonly words = wordsFilter();
  readonly state = choiceFilter('state', SUB_ACCOUNT_STATES);
  readonly filters = new ListFilters([this.words, this.state]);
  readonly subAccounts: LiveList<SubAccount>;
  /** What the caller has. */
  readonly own: LiveValue<readonly SpendableBalance[]>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(PLUGIN_CONTEXT) { scope }: Pick<PluginContext, 'scope'>,
  ) {
    this.subAccounts = new LiveList(
      scope,
      ({ cursor, limit, signal }) => {
        const q = this.words.value === '' ? undefined : this.words.value;
        const query = { cursor, limit, q, state: this.state.value ?? undefined };
        return http.call(findSubAccounts, { query }, { signal, handlesErrors: true });
      },
      {
        ...{ events, follows: [eventTrigger(subAccountsChanged)] },
        ...{ every: () => LOOK_EVERY, query: () => this.filters.texts },
      },
    );
    this.own = new LiveValue<readonly SpendableBalance[]>(
      scope,
      (signal) => http.call(readBalances, {}, { signal, handlesErrors: true }),
      { events, follows: [eventTrigger(allotmentChanged), eventTrigger(toolRunEnded)] },
    );
    observableStore(this);
  }

  /** One as it is now; null when it is not listed. */
  find(id: string): SubAccount | null {
    return this.subAccounts.items?.find((subAccount) => subAccount.id === id) ?? null;
  }

  /** @throws what the call throws, as everything below */
  async create(body: SubAccountFacts & NumberProof): Promise<SubAccount> {
    const created = await this.http.call(createSubAccount, { body }, { handlesErrors: true, purpose: 'sms-code' });
    await this.subAccounts.load();
    return created;
  }

  async update({ id }: SubAccount, body: SubAccountFacts): Promise<void> {
    this.put(await this.http.call(updateSubAccount, { params: { id }, body }, { handlesErrors: true }));
  }

  async disable({ id }: SubAccount): Promise<void> {
    this.put(await this.http.call(disableSubAccount, { params: { id } }, { handlesErrors: true }));
  }

  async enable({ id }: SubAccount, body: NumberProof): Promise<SubAccount> {
    const options = { handlesErrors: true, purpose: 'sms-code' } as const;
    const enabled = await this.http.call(enableSubAccount, { params: { id }, body }, options);
    this.put(enabled);
    return enabled;
  }

  /** Where it is refused because it was changed elsewhere, the new numbers are shown. */
  async allot({ id }: SubAccount, body: AllotmentStep): Promise<void> {
    try {
      this.put(await this.http.call(changeAllotment, { params: { id }, body }, { handlesErrors: true }));
    } catch (error) {
      void this.subAccounts.load();
      throw error;
    }
  }

  private put(changed: SubAccount): void {
    this.subAccounts.put([changed]);
    this.own.refresh();
  }
}
