import { useEffect, useRef, useState, type ReactNode } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import type { Filter, SortOrder } from '#core/web/live/Filter.ts';
import type { ListFilters } from '#core/web/live/ListFilters.ts';
import type { LiveList } from '#core/web/live/LiveList.ts';
import { observer } from '#core/web/react/observer.ts';
import { useFollowed } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useSearchParams } from '#core/web/router/links.ts';
import { Selection } from '#core/web/selection/Selection.ts';
import { Empty, type EmptyProps } from '../Empty.tsx';
import { PageFrame } from '../PageFrame.tsx';
import { Skeleton } from '../Skeleton.tsx';
import { BulkBar } from './BulkBar.tsx';
import { ExportButton } from './ExportButton.tsx';
import type { BulkAction, ExportColumn, ListCard, ListColumn, ListDetails, ListItem } from './list-parts.ts';
import { ListCards } from './ListCards.tsx';
import { ListDetailsPanel } from './ListDetailsPanel.tsx';
import { ListEnd } from './ListEnd.tsx';
import { ListTable } from './ListTable.tsx';
import { pressInList } from './press-in-list.ts';
import { queryWith, useAddressedFilters } from './use-addressed-filters.ts';
import './ListPage.css';

export type { BulkAction, ExportColumn, ListCard, ListColumn, ListDetails, ListItem } from './list-parts.ts';

/** Query parameter of the open details. */
const OPEN = 'id';

export interface ListPageProps<T extends ListItem> {
  title: string;
  /** What the page is for, in a sentence. */
  about?: ReactNode;
  /** Buttons; one of them may be primary. */
  actions?: ReactNode;
  list: LiveList<T>;
  /** Stands above the items and comes with them, so that nothing moves when it does. */
  notice?: ReactNode;
  /** Accessible name of an item. */
  nameOf(item: T): string;
  /** The count beside the title, in words; the number alone when absent. */
  countText?(count: string): string;
  /** The list's filters; kept in the address. */
  filters?: ListFilters;
  /** Their controls: `SearchFilter`, `ChoiceFilter`, `DaysFilter`, `PeriodFilter`. */
  filterBar?: ReactNode;
  /** The order of a table; part of `filters`. */
  order?: Filter<SortOrder>;
  /** Shows a table of these columns, or … */
  columns?: readonly ListColumn<T>[];
  /** … cards. */
  card?: ListCard<T>;
  /** Shown while the list is empty: what will be here, and the one thing to do about it. */
  nothing: EmptyProps;
  /** Says in a sentence that the list could not be loaded. */
  failed?: string;
  /** Actions on selected items; without them nothing can be selected. */
  bulk?: readonly BulkAction<T>[];
  details?: ListDetails<T>;
  /** Offers an export under this file name (without extension), of the columns that have `plain`. */
  exportAs?: string;
  /** The columns of the export, where it has others than the table shows just now. */
  exportColumns?: readonly ExportColumn<T>[];
  /** `wide` for lists of pictures. */
  width?: 'reading' | 'wide';
}

function DrawnListPage<T extends ListItem>(properties: ListPageProps<T>) {
  const { title, about, actions, notice, nameOf, countText, filters, filterBar, order, columns, card } = properties;
  const { nothing, failed, bulk, details, exportAs, exportColumns = columns, width } = properties;
  const t = useText();
  const i18n = useService(I18N);
  useAddressedFilters(filters);
  const list = useFollowed(properties.list);
  const { items, ids, total, failure, loading, isLoaded, isEmpty, arrivals } = list;
  const { selection, choose, ...choosing } = useSelection(list);
  const [query, setQuery] = useSearchParams();
  const opened = details === undefined ? null : query.get(OPEN);
  const count = i18n.count(total ?? ids.length);
  const addressOf = (id: string): string => `?${queryWith(query, { [OPEN]: id })}`;
  const exported =
    exportAs === undefined || exportColumns === undefined
      ? null
      : { name: exportAs, columns: exportColumns, parts: list.parts };
  const common = {
    ...{ label: title, items: items ?? [], nameOf, onChoose: choose },
    chosen: bulk === undefined ? undefined : new Set(selection.ids),
    addressOf: details === undefined ? undefined : addressOf,
  };
  return (
    <PageFrame
      title={title}
      about={about}
      width={width}
      busy={loading === 'all' && isLoaded}
      aside={isLoaded ? <span role="status">{countText?.(count) ?? count}</span> : undefined}
      actions={
        actions === undefined && exported === null ? undefined : (
          <>
            {exported !== null && <ExportButton exported={exported} isEmpty={isEmpty} />}
            {actions}
          </>
        )
      }
      filters={
        filterBar === undefined ? undefined : (
          <>
            {filterBar}
            {filters?.isNarrowed === true && (
              <Button size="small" variant="quiet" onClick={filters.clear}>
                {t('shell:list.clear')}
              </Button>
            )}
          </>
        )
      }
    >
      {failure?.what === 'all' && (
        <LoadError text={failed ?? t('shell:list.failed')} error={failure.error} onRetry={() => void list.retry()} />
      )}
      {isLoaded && notice}
      {/* Another element once there are items, so that the one before does not move when a notice comes above it. */}
      <div key={String(isLoaded)} className="rp-list" data-open={opened !== null || undefined}>
        <div
          className="rp-list__items"
          {...choosing}
          onKeyDown={(event) => {
            if (bulk === undefined) pressInList(event, {});
            else pressInList(event, { chooseAll: () => choose([...ids]), chooseNone: selection.clear });
          }}
        >
          {!isLoaded && failure === null && (
            <div data-unread="">
              <Skeleton shape={columns === undefined ? 'cards' : 'rows'} count={columns === undefined ? 8 : 6} />
            </div>
          )}
          {isEmpty && (filters?.isNarrowed === true ? <NothingFound clear={filters.clear} /> : <Empty {...nothing} />)}
          {arrivals.length > 0 && (
            <Button size="small" icon="arrow-up" onClick={list.showArrivals}>
              {t('shell:list.arrivals', { count: i18n.count(arrivals.length) })}
            </Button>
          )}
          {ids.length > 0 && columns !== undefined && (
            <ListTable {...common} {...{ columns, ids, opened }} order={order?.value} onSort={order?.set} />
          )}
          {ids.length > 0 && card !== undefined && <ListCards {...common} card={card} />}
          <ListEnd list={list} />
        </div>
        {opened !== null && details !== undefined && (
          <ListDetailsPanel
            list={list}
            id={opened}
            details={details}
            open={(id) => setQuery(Object.fromEntries(queryWith(query, { [OPEN]: id ?? '' })), { replace: true })}
          />
        )}
      </div>
      {bulk !== undefined && <BulkBar list={list} selection={selection} actions={bulk} />}
    </PageFrame>
  );
}

// observer() loses the type parameter.
/**
 * A page that is a list: it follows the list while it is shown, and renders filters, rows or cards, selection, details,
 * the empty, loading and error states, and the export.
 *
 * @example
 * <ListPage title={t('posts:title')} list={store.posts} nameOf={({ name }) => name} filters={store.filters}
 *   filterBar={<SearchFilter filter={store.words} label={t('posts:search')} />}
 *   columns={[{ key: 'name', title: t('posts:name'), render: ({ name }) => name }]}
 *   nothing={{ title: t('posts:none') }} />
 */
export const ListPage = observer(DrawnListPage) as typeof DrawnListPage;

function NothingFound({ clear }: { clear(): void }) {
  const t = useText();
  return (
    <Empty
      icon="filter"
      title={t('shell:list.none-found')}
      text={t('shell:list.none-found-text')}
      action={<Button onClick={clear}>{t('shell:list.clear')}</Button>}
    />
  );
}

/** The selection in a list, with Shift for a range. Items that leave the list are no longer selected. */
function useSelection({ ids, isLoaded, indexes }: Pick<LiveList<ListItem>, 'ids' | 'isLoaded' | 'indexes'>) {
  const [selection] = useState(() => new Selection());
  const isRange = useRef(false);
  useEffect(() => {
    if (isLoaded) selection.drop(selection.ids.filter((id) => !indexes.has(id)));
  }, [selection, isLoaded, indexes]);
  const note = (event: { shiftKey: boolean }): void => {
    isRange.current = event.shiftKey;
  };
  return {
    selection,
    onPointerDownCapture: note,
    onKeyDownCapture: note,
    choose(next: string[]): void {
      const before = new Set(selection.ids);
      const [changed, ...others] = [
        ...next.filter((id) => !before.has(id)),
        ...selection.ids.filter((id) => !next.includes(id)),
      ];
      if (changed === undefined) return;
      if (others.length > 0) selection.replace(next);
      else if (isRange.current) selection.extendTo(changed, ids);
      else selection.toggle(changed);
    },
  };
}
