import { Button } from '#core/web/components/Button.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { RelativeTime } from '#core/web/components/RelativeTime.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { ListPage, type ListColumn } from '#core/web/ui/list/ListPage.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';

import { useLanguageName } from '../parts/use-language-name.ts';
import { BATCH_AT } from './addresses.ts';
import { BatchListStore, type ListedBatch } from './BatchListStore.ts';
import { countsText, shareOf, shownState, TONES } from './batch-words.ts';
import './batch.css';

/** Languages that a row names. */
const NAMED = 3;

/** All batches: how far each is. */
export const BatchListPage = observer(function BatchListPage() {
  const t = useText();
  const nameOf = useLanguageName();
  const router = useService(ROUTER);
  const store = useStore(BatchListStore);
  const begin = usePluginCallback(async () => void (await router.go(BATCH_AT.page)));
  const create = (
    <Button variant="primary" icon="translate" onClick={begin}>
      {t('translation:batch.new')}
    </Button>
  );
  const languagesOf = ({ languages }: ListedBatch) =>
    languages.length > NAMED
      ? t('translation:batch.languages-count', { count: languages.length })
      : languages.map(nameOf).join(' · ');
  const columns: ListColumn<ListedBatch>[] = [
    {
      ...{ key: 'name', title: t('translation:batch.column-name'), width: 220 },
      render: ({ id, name }) => <Link to={BATCH_AT.run(id)}>{name}</Link>,
      plain: ({ name }) => name,
    },
    {
      ...{ key: 'state', title: t('translation:column.state'), width: 112 },
      render: (batch) => <Tag tone={TONES[shownState(batch)]}>{t(`translation:batch.state-${shownState(batch)}`)}</Tag>,
      plain: (batch) => t(`translation:batch.state-${shownState(batch)}`),
    },
    {
      ...{ key: 'videos', title: t('translation:batch.column-videos'), width: 88, align: 'end' },
      render: ({ videos }) => videos,
      plain: ({ videos }) => videos,
    },
    {
      ...{ key: 'languages', title: t('translation:column.targets'), width: 200 },
      render: languagesOf,
      plain: languagesOf,
    },
    {
      ...{ key: 'progress', title: t('translation:column.progress'), width: 240 },
      render: ({ counts }) => (
        <span className="rp-batch-share">
          <ProgressBar value={shareOf(counts)} label={countsText(t, counts)} />
          <span>{countsText(t, counts)}</span>
        </span>
      ),
      plain: ({ counts }) => countsText(t, counts),
    },
    {
      ...{ key: 'created', title: t('translation:column.created'), width: 112 },
      render: ({ createdAt }) => <RelativeTime time={createdAt} />,
      plain: ({ createdAt }) => createdAt,
    },
  ];
  return (
    <ListPage
      title={t('translation:batch.title')}
      about={t('translation:batch.about')}
      width="wide"
      list={store.batches}
      nameOf={({ name }) => name}
      countText={(count) => t('translation:batch.count', { count })}
      failed={t('translation:batch.unread')}
      actions={create}
      columns={columns}
      exportAs={t('translation:batch.title')}
      nothing={{
        title: t('translation:batch.none'),
        text: t('translation:batch.about'),
        icon: 'translate',
        action: create,
      }}
    />
  );
});
