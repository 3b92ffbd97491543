import { useState } from 'react';

import { LoadError } from '#core/web/components/LoadError.tsx';
import { SearchField } from '#core/web/components/SearchField.tsx';
import { HTTP } from '#core/web/http/http.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { Empty } from '#core/web/ui/Empty.tsx';
import { PageFrame } from '#core/web/ui/PageFrame.tsx';
import { Table, type TableColumn } from '#core/web/ui/Table.tsx';

import { findMembers, type Member } from '#plugins/membership/calls.ts';
import { MoneyNav } from './MoneyNav.tsx';

/** Finds an account, to see what it has and what happened to it. */
export default observer(function MembersPage() {
  const t = useText();
  const http = useService(HTTP);
  const [words, setWords] = useState('');
  const [found, setFound] = useState<readonly Member[] | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const search = usePluginCallback(async () => {
    const q = words.trim();
    if (q === '') return;
    setFailure(null);
    try {
      setFound(await http.call(findMembers, { query: { q } }, { handlesErrors: true }));
    } catch (error) {
      setFailure(error);
    }
  });
  const columns: TableColumn<Member>[] = [
    {
      ...{ key: 'name', title: t('membership:operator.member') },
      render: ({ id, name }) => (
        <Link to={`/operator/money/members/${id}`}>{name === '' ? t('membership:operator.erased') : name}</Link>
      ),
    },
    { key: 'mobile', title: t('membership:operator.mobile'), width: 160, render: ({ mobile }) => mobile ?? '—' },
    { key: 'id', title: t('membership:operator.id'), width: 336, render: ({ id }) => id },
  ];
  return (
    <>
      <MoneyNav />
      <PageFrame
        title={t('membership:operator.members')}
        about={t('membership:operator.members-about')}
        filters={
          <SearchField
            value={words}
            label={t('membership:operator.find-member')}
            onType={setWords}
            onSearch={() => search()}
          />
        }
      >
        {failure !== null && (
          <LoadError text={t('membership:operator.failed')} error={failure} onRetry={() => search()} />
        )}
        {found !== null && (
          <Table
            label={t('membership:operator.members')}
            columns={columns}
            rows={found}
            idOf={({ id }) => id}
            nameOf={({ name }) => name}
            empty={<Empty icon="search" title={t('membership:operator.no-member')} />}
          />
        )}
      </PageFrame>
    </>
  );
});
