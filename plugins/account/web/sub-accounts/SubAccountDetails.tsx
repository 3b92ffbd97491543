import { shownAmount } from '#core/contract/ledger.ts';
import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { EVENTS } from '#core/web/events/events.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveList } from '#core/web/live/LiveList.ts';
import { PLUGINS } from '#core/web/plugins/plugins.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { isPageAddress } from '#core/web/router/route-objects.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

import { ALLOTTED_UNITS, listAllotmentChanges, type AllotmentChange, type SubAccount } from '#plugins/account/calls.ts';
import { subAccountsChanged } from '#plugins/account/events.ts';
import { amountsText } from './amounts-text.ts';
import { AllotDialog, type AllotDialogProps } from './AllotDialog.tsx';
import { AllotmentTable } from './AllotmentTable.tsx';
import { SubAccountDialog, type SubAccountDialogProps } from './SubAccountDialog.tsx';
import { SubAccountFactsDialog, type SubAccountFactsDialogProps } from './SubAccountFactsDialog.tsx';
import { SubAccountsStore } from './SubAccountsStore.ts';
import './sub-accounts.css';

interface SubAccountProps {
  subAccount: SubAccount;
}

/** Where records of consumption stand, if the plugin that has them is there. */
const RECORDS = '/consumption/records';

/** One sub-account: who it is, what it may spend, how that came about, and what can be done with it. */
export const SubAccountDetails = observer(function SubAccountDetails({ subAccount }: SubAccountProps) {
  const t = useText();
  const plugins = useService(PLUGINS);
  const store = useStore(SubAccountsStore);
  const dialogs = useService(DIALOGS);
  const { id, name, mobile, remark, isDisabled, allotments } = subAccount;
  const allot = usePluginCallback(async (unit: AllotDialogProps['unit']) => {
    const dialog = async () => ({ default: AllotDialog });
    await dialogs.show<AllotDialogProps>(dialog, { store, id, unit }, { width: 440 });
  });
  const shown = allotments.filter(({ available, held, spent }) => available + held + spent > 0);
  return (
    <div className="rp-sub-account">
      <dl className="rp-sub-account__facts">
        <div>
          <dt>{t('account:sub.mobile')}</dt>
          <dd>{mobile ?? '—'}</dd>
        </div>
        {remark !== '' && (
          <div>
            <dt>{t('account:sub.remark')}</dt>
            <dd>{remark}</dd>
          </div>
        )}
        <div>
          <dt>{t('account:sub.state')}</dt>
          <dd>{t(`account:sub.${isDisabled ? 'disabled' : 'enabled'}`)}</dd>
        </div>
      </dl>
      <Deeds subAccount={subAccount} />
      <section>
        <h3>{t('account:sub.allotment')}</h3>
        {shown.length === 0 ? (
          <p className="rp-allotment-quiet">{t('account:sub.nothing-left')}</p>
        ) : (
          <AllotmentTable
            label={t('account:sub.allotment')}
            balances={shown}
            aside={({ unit }) => {
              const allotted = ALLOTTED_UNITS.find((one) => one === unit);
              return (
                allotted !== undefined &&
                !isDisabled && (
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={t('account:sub.change-named', { unit: t(`shell:unit.${unit}`) })}
                    onClick={() => allot(allotted)}
                  >
                    {t('account:sub.change')}
                  </Button>
                )
              );
            }}
          />
        )}
        {!isDisabled && (
          <Button icon="wallet" onClick={() => allot(null)}>
            {t('account:sub.allot')}
          </Button>
        )}
        {isPageAddress(plugins, RECORDS) && (
          <Link to={`${RECORDS}?account=${id}`} aria-label={`${name} · ${t('account:sub.records')}`}>
            {t('account:sub.records')}
          </Link>
        )}
      </section>
      <History id={id} />
    </div>
  );
});

const Deeds = observer(function Deeds({ subAccount }: SubAccountProps) {
  const t = useText();
  const store = useStore(SubAccountsStore);
  const dialogs = useService(DIALOGS);
  const toasts = useService(TOASTS);
  const { name, isDisabled, allotments } = subAccount;
  const edit = usePluginCallback(async () => {
    const dialog = async () => ({ default: SubAccountFactsDialog });
    await dialogs.show<SubAccountFactsDialogProps>(dialog, { store, subAccount }, { width: 440 });
  });
  const disable = usePluginCallback(async () => {
    const left = amountsText(allotments, 'available', t);
    const sure = await dialogs.confirm({
      title: 'account:sub.disable-title',
      text: left === null ? 'account:sub.disable-text-none' : 'account:sub.disable-text',
      params: { name, left: left ?? '' },
      ...{ confirm: 'account:sub.disable', destructive: true, width: 480 },
    });
    if (!sure) return;
    try {
      await store.disable(subAccount);
      toasts.show({ kind: 'success', text: () => t('account:sub.disabled-done', { name }) });
    } catch (error) {
      toasts.show({ kind: 'error', text: failureText(error, t) });
    }
  });
  const enable = usePluginCallback(async () => {
    const dialog = async () => ({ default: SubAccountDialog });
    await dialogs.show<SubAccountDialogProps>(dialog, { store, disabled: subAccount }, { width: 440 });
  });
  return (
    <div className="rp-sub-account__deeds">
      <Button icon="edit" onClick={() => edit()}>
        {t('account:sub.edit')}
      </Button>
      {isDisabled ? (
        <Button icon="unlock" onClick={() => enable()}>
          {t('account:sub.enable')}
        </Button>
      ) : (
        <Button icon="lock" variant="danger" onClick={() => disable()}>
          {t('account:sub.disable')}
        </Button>
      )}
    </div>
  );
});

/** What was given and taken back, newest first. */
const History = observer(function History({ id }: { id: string }) {
  const t = useText();
  const http = useService(HTTP);
  const events = useService(EVENTS);
  const i18n = useService(I18N);
  const changes = useLive<LiveList<AllotmentChange>>(
    (scope) =>
      new LiveList<AllotmentChange>(
        scope,
        ({ cursor, limit, signal }) =>
          http.call(
            listAllotmentChanges,
            { params: { id }, query: { cursor, limit } },
            { signal, handlesErrors: true },
          ),
        { events, follows: [eventTrigger(subAccountsChanged)], pageSize: 20 },
      ),
  );
  return (
    <section>
      <h3>{t('account:sub.history')}</h3>
      {changes.failure !== null && (
        <LoadError
          text={t('account:sub.history-failed')}
          error={changes.failure.error}
          onRetry={() => void changes.retry()}
        />
      )}
      {changes.isEmpty && <p className="rp-allotment-quiet">{t('account:sub.history-none')}</p>}
      <ol className="rp-sub-account__history">
        {(changes.items ?? []).map(({ id: change, at, unit, change: amount, after }) => (
          <li key={change}>
            <time dateTime={at}>{i18n.time(at)}</time>
            <span>
              {t(`shell:amount.${unit}`, { amount: `${amount > 0 ? '+' : '−'}${shownAmount(unit, Math.abs(amount))}` })}{' '}
              <span className="rp-allotment-quiet">→ {shownAmount(unit, after)}</span>
            </span>
          </li>
        ))}
      </ol>
      {changes.hasMore && (
        <Button size="small" busy={changes.loading === 'more'} onClick={() => void changes.more()}>
          {t('account:sub.more')}
        </Button>
      )}
    </section>
  );
});
