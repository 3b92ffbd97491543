import { Button } from '#core/web/components/Button.tsx';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { SESSION } from '#core/web/session/session.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';
import { ChoiceFilter, SearchFilter } from '#core/web/ui/list/ListFilterParts.tsx';
import { ListPage, type ListColumn } from '#core/web/ui/list/ListPage.tsx';
import { Notice } from '#core/web/ui/Notice.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';

import { SUB_ACCOUNT_STATES, type SubAccount } from '#plugins/account/calls.ts';
import { amountsText } from './amounts-text.ts';
import { OwnAllotment } from './OwnAllotment.tsx';
import { SubAccountDetails } from './SubAccountDetails.tsx';
import { SubAccountDialog, type SubAccountDialogProps } from './SubAccountDialog.tsx';
import { SubAccountsStore } from './SubAccountsStore.ts';

/** The sub-accounts of a main account, with what each has left and spent; a sub-account sees what it may spend itself. */
export default observer(function SubAccountsPage() {
  const t = useText();
  const { isMainAccount } = useService(SESSION);
  if (isMainAccount) return <SubAccounts />;
  return (
    <PageFrame title={t('account:sub.title')}>
      <Notice kind="info">{t('account:sub.main-only')}</Notice>
      <OwnAllotment />
    </PageFrame>
  );
});

const SubAccounts = observer(function SubAccounts() {
  const t = useText();
  const store = useStore(SubAccountsStore);
  const dialogs = useService(DIALOGS);
  const toasts = useService(TOASTS);
  const add = usePluginCallback(async () => {
    const dialog = async () => ({ default: SubAccountDialog });
    const created = await dialogs.show<SubAccountDialogProps, SubAccount>(
      dialog,
      { store, disabled: null },
      { width: 440 },
    );
    if (created === undefined) return;
    toasts.show({ kind: 'success', text: () => t('account:sub.created', { name: created.name }) });
  });
  const button = (variant: 'primary' | 'secondary') => (
    <Button variant={variant} icon="plus" onClick={() => add()}>
      {t('account:sub.new')}
    </Button>
  );
  const isNew = store.subAccounts.isEmpty && !store.filters.isNarrowed;
  return (
    <ListPage
      title={t('account:sub.title')}
      about={t('account:sub.about')}
      list={store.subAccounts}
      nameOf={({ name }) => name}
      countText={(count) => t('account:sub.count', { count })}
      failed={t('account:sub.failed')}
      exportAs={t('account:sub.title')}
      nothing={{
        ...{ title: t('account:sub.none'), text: t('account:sub.none-text'), icon: 'users', action: button('primary') },
      }}
      actions={isNew ? undefined : button('primary')}
      filters={store.filters}
      filterBar={
        <>
          <SearchFilter filter={store.words} label={t('account:sub.search')} />
          <ChoiceFilter
            filter={store.state}
            label={t('account:sub.state')}
            look="chips"
            choices={SUB_ACCOUNT_STATES.map((value) => ({ value, text: t(`account:sub.${value}`) }))}
          />
        </>
      }
      columns={columnsOf(t)}
      details={{
        title: ({ name }) => name,
        draw: (subAccount) => <SubAccountDetails key={subAccount.id} subAccount={subAccount} />,
      }}
    />
  );
});

function columnsOf(t: I18n['t']): ListColumn<SubAccount>[] {
  const sumOf = (part: 'available' | 'spent') => (subAccount: SubAccount) =>
    amountsText(subAccount.allotments, part, t);
  const [left, spent] = [sumOf('available'), sumOf('spent')];
  const stateOf = ({ isDisabled }: SubAccount) => t(`account:sub.${isDisabled ? 'disabled' : 'enabled'}`);
  return [
    {
      ...{ key: 'name', title: t('account:sub.name'), width: 160, opens: true },
      render: ({ name }) => name,
      plain: ({ name }) => name,
    },
    {
      ...{ key: 'mobile', title: t('account:sub.mobile'), width: 136 },
      render: ({ mobile }) => mobile ?? '—',
      plain: ({ mobile }) => mobile,
    },
    {
      ...{ key: 'remark', title: t('account:sub.remark') },
      render: ({ remark }) => (remark === '' ? '—' : remark),
      plain: ({ remark }) => remark,
    },
    { ...{ key: 'left', title: t('account:sub.left') }, render: (row) => left(row) ?? '—', plain: left },
    { ...{ key: 'spent', title: t('account:sub.spent') }, render: (row) => spent(row) ?? '—', plain: spent },
    {
      ...{ key: 'state', title: t('account:sub.state'), width: 104 },
      render: (row) => <Tag tone={row.isDisabled ? 'quiet' : 'good'}>{stateOf(row)}</Tag>,
      plain: stateOf,
    },
  ];
}
