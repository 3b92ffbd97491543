import { listSubAccounts, type AccountOption } from '#core/contract/account-calls.ts';
import type { CallData } from '#core/contract/call.ts';
import { taskChanged } from '#core/contract/kernel-events.ts';
import { LEDGER_UNITS } from '#core/contract/ledger.ts';
import type { SpreadsheetFormat } from '#core/contract/spreadsheet.ts';
import { cancelTask, retryTask } from '#core/contract/task-calls.ts';
import { toolRunChanged } from '#core/contract/tool-run-events.ts';
import { EVENTS, type Events } from '#core/web/events/events.ts';
import { HTTP, type Http } from '#core/web/http/http.ts';
import { I18N, type I18n } from '#core/web/i18n/i18n.ts';
import { inject } from '#core/web/kernel/inject.ts';
import { choiceFilter, Filter, periodFilter } from '#core/web/live/Filter.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { ListFilters } from '#core/web/live/ListFilters.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { momentsOf } from '#core/web/live/period.ts';
import { observableStore } from '#core/web/observable-store.ts';
import { PLUGIN_CONTEXT, type PluginContext } from '#core/web/plugin-context.ts';

import {
  CONSUMPTION_STATES,
  createConsumptionExport,
  EXPORT_CONSUMPTION,
  listConsumption,
  listConsumptionExports,
  sumConsumption,
  type Consumption,
  type ConsumptionExport,
  type ConsumptionFilter,
} from '#plugins/membership/calls.ts';

/** What one account spent of one unit. */
export type ConsumptionSum = CallData<typeof sumConsumption>[number];

/** What the account and its sub-accounts spent on jobs, of a stretch of time. Observable. */
export class ConsumptionStore {
  readonly period = periodFilter('period');
  readonly state = choiceFilter('state', CONSUMPTION_STATES);
  readonly unit = choiceFilter('unit', LEDGER_UNITS);
  readonly account = new Filter<string | null>('account', null, { read: (text) => text, write: (id) => id ?? '' });
  readonly filters = new ListFilters([this.period, this.state, this.unit, this.account]);
  readonly records: LiveList<Consumption>;
  readonly sums: LiveValue<readonly ConsumptionSum[]>;
  /** Spreadsheets that can be fetched or are being written, newest first. */
  readonly exports: LiveValue<readonly ConsumptionExport[]>;
  readonly subAccounts: LiveValue<readonly AccountOption[]>;

  constructor(
    @inject(HTTP) private readonly http: Http,
    @inject(EVENTS) events: Events,
    @inject(I18N) i18n: I18n,
    @inject(PLUGIN_CONTEXT) { scope }: Pick<PluginContext, 'scope'>,
  ) {
    // Jobs begin and end by it.
    const follows = [eventTrigger(toolRunChanged)];
    this.records = new LiveList(
      scope,
      ({ cursor, limit, signal }) => {
        const query = { limit, cursor, ...this.filter };
        return http.call(listConsumption, { query }, { signal, handlesErrors: true });
      },
      // Tools are named in the reader's language.
      { events, follows, pageSize: 100, query: () => ({ ...this.filters.texts, language: i18n.language }) },
    );
    this.sums = new LiveValue<readonly ConsumptionSum[]>(
      scope,
      (signal) => http.call(sumConsumption, { query: momentsOf(this.period.value) }, { signal, handlesErrors: true }),
      { events, follows, watch: () => this.period.text },
    );
    this.exports = new LiveValue<readonly ConsumptionExport[]>(
      scope,
      (signal) => http.call(listConsumptionExports, {}, { signal, handlesErrors: true }),
      {
        ...{ events, follows: [eventTrigger(taskChanged, ({ job }) => job === EXPORT_CONSUMPTION)] },
        // Errors are told in the reader's language.
        watch: () => i18n.language,
      },
    );
    this.subAccounts = new LiveValue<readonly AccountOption[]>(scope, (signal) =>
      http.call(listSubAccounts, {}, { signal, handlesErrors: true }),
    );
    observableStore(this);
  }

  /** Has what is listed now written to a spreadsheet. */
  async export(format: SpreadsheetFormat): Promise<void> {
    const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
    const body = { ...this.filter, format, zone };
    const added = await this.http.call(createConsumptionExport, { body }, { handlesErrors: true });
    this.exports.put([added, ...(this.exports.value ?? [])]);
  }

  async cancelExport(id: string): Promise<void> {
    await this.http.call(cancelTask, { params: { id } }, { handlesErrors: true });
  }

  async retryExport(id: string): Promise<void> {
    await this.http.call(retryTask, { params: { id } }, { handlesErrors: true });
  }

  private get filter(): ConsumptionFilter {
    const [account, unit, state] = [this.account.value, this.unit.value, this.state.value];
    return {
      ...momentsOf(this.period.value),
      ...{ account: account ?? undefined, unit: unit ?? undefined, state: state ?? undefined },
    };
  }

  /** Whose rows can be listed: whoever spent something in the period, and sub-accounts that did not. */
  get accounts(): readonly AccountOption[] {
    const spent = (this.sums.value ?? []).map(({ account: { id, name } }) => ({ value: id, label: name }));
    const all = [...spent, ...(this.subAccounts.value ?? [])];
    return [...new Map(all.map((account) => [account.value, account])).values()];
  }

  /** Whether the rows of a sum are listed, and nothing else. */
  isOpen({ account, unit }: ConsumptionSum): boolean {
    return this.account.value === account.id && this.unit.value === unit && this.state.value === null;
  }

  /** Lists just the rows that a sum is of; all of them again when they are listed already. */
  open(sum: ConsumptionSum): void {
    const isOpen = this.isOpen(sum);
    this.account.set(isOpen ? null : sum.account.id);
    this.unit.set(isOpen ? null : sum.unit);
    this.state.clear();
  }
}
