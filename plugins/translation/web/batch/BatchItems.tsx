import { LoadError } from '#core/web/components/LoadError.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';
import { Empty } from '#core/web/ui/Empty.tsx';
import { ChoiceFilter } from '#core/web/ui/list/ListFilterParts.tsx';
import { ListEnd } from '#core/web/ui/list/ListEnd.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import { Table, type TableColumn } from '#core/web/ui/Table.tsx';
import { Tag } from '#core/web/ui/Tag.tsx';

import { BATCH_ITEM_STATES } from '#plugins/translation/batch-options.ts';
import type { Batch, BatchItem } from '#plugins/translation/calls.ts';
import { useLanguageName } from '../parts/use-language-name.ts';
import { projectAddress } from '../record/RecordStore.ts';
import { BatchStore } from './BatchStore.ts';
import { TONES } from './batch-words.ts';

/** Each video in each language, narrowed by state and language. */
export const BatchItems = observer(function BatchItems({ batch }: { batch: Batch }) {
  const t = useText();
  const nameOf = useLanguageName();
  const store = useStore(BatchStore);
  const { items, failure, isLoaded } = useFollowed(store.items);
  const columns: TableColumn<BatchItem>[] = [
    {
      ...{ key: 'name', title: t('translation:batch.column-video'), width: 220 },
      render: ({ name, projectId }) => (projectId === null ? name : <Link to={projectAddress(projectId)}>{name}</Link>),
    },
    {
      ...{ key: 'language', title: t('translation:language'), width: 120 },
      render: ({ language }) => nameOf(language),
    },
    {
      ...{ key: 'state', title: t('translation:column.state'), width: 160 },
      render: ({ state, stage }) => (
        <Tag tone={TONES[state]}>
          {state === 'working' ? t(`translation:batch.stage-${stage}`) : t(`translation:batch.item-${state}`)}
        </Tag>
      ),
    },
    { ...{ key: 'error', title: t('translation:batch.column-cause') }, render: ({ error }) => error ?? '' },
  ];
  return (
    <div className="rp-batch-items">
      <div className="rp-batch-items__filters">
        <ChoiceFilter
          filter={store.state}
          label={t('translation:column.state')}
          choices={BATCH_ITEM_STATES.map((value) => ({ value, text: t(`translation:batch.item-${value}`) }))}
        />
        <ChoiceFilter
          filter={store.language}
          label={t('translation:language')}
          choices={batch.languages.map(({ language }) => ({ value: language, text: nameOf(language) }))}
        />
      </div>
      {failure?.what === 'all' && (
        <LoadError
          text={t('translation:batch.unread')}
          error={failure.error}
          onRetry={() => void store.items.retry()}
        />
      )}
      {!isLoaded && failure === null && <Skeleton shape="rows" count={6} />}
      {isLoaded && (
        <Table
          label={t('translation:batch.each')}
          columns={columns}
          rows={items ?? []}
          idOf={({ id }) => id}
          nameOf={({ name, language }) => `${name} ${nameOf(language)}`}
          empty={<Empty icon="filter" title={t('translation:batch.none-such')} />}
        />
      )}
      <ListEnd list={store.items} />
    </div>
  );
});
