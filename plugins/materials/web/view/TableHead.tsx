import { Icon } from '#core/web/components/Icon.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { PlainButton } from '#core/web/components/PlainButton.tsx';

import { ToldHeads } from '../columns/ToldColumns.tsx';
import type { ListQuery } from '../list/ListQuery.ts';
import type { Sort } from '../list/list-filters.ts';

interface Column {
  name: 'name' | 'seconds' | 'ratio' | 'size' | 'folder' | 'mixCount' | 'mixedAt' | 'created';
  sort: Sort | null;
  className: string;
}

const COLUMNS: readonly Column[] = [
  { name: 'name', sort: 'name', className: 'rp-row__name' },
  { name: 'seconds', sort: 'seconds', className: 'rp-row__number' },
  { name: 'ratio', sort: null, className: 'rp-row__wide' },
  { name: 'size', sort: 'size', className: 'rp-row__number' },
  { name: 'folder', sort: null, className: 'rp-row__wide' },
  { name: 'mixCount', sort: 'mixCount', className: 'rp-row__number rp-row__wide' },
  { name: 'mixedAt', sort: 'mixedAt', className: 'rp-row__wide' },
  { name: 'created', sort: 'created', className: 'rp-row__time' },
];

const WITHOUT: Readonly<Record<ListQuery['kind'], readonly Column['name'][]>> = {
  video: [],
  music: ['ratio'],
  image: ['seconds'],
};

/** The heads of the table's columns; pressing one sorts by it. */
export const TableHead = observer(function TableHead({ query, edge }: { query: ListQuery; edge: number }) {
  const t = useText();
  const { sort: sorted, descending, kind } = query;
  return (
    <div role="rowgroup" className="rp-view__head">
      <div role="row" className="rp-row rp-row--head" aria-rowindex={1} style={{ marginInline: edge }}>
        <span role="columnheader" className="rp-row__tick">
          <span className="rp-visually-hidden">{t('materials:column.chosen')}</span>
        </span>
        {COLUMNS.filter(({ name }) => !WITHOUT[kind].includes(name)).map(({ name, sort, className }) => {
          const isSorted = sort !== null && sort === sorted;
          return (
            <span
              key={name}
              role="columnheader"
              className={className}
              aria-sort={isSorted ? (descending ? 'descending' : 'ascending') : undefined}
            >
              {sort === null ? (
                t(`materials:column.${name}`)
              ) : (
                <PlainButton onClick={() => query.sortBy(sort)}>
                  {t(`materials:column.${name}`)}
                  {isSorted && <Icon name={descending ? 'arrow-down' : 'arrow-up'} size={16} />}
                </PlainButton>
              )}
            </span>
          );
        })}
        <ToldHeads kind={kind} />
      </div>
    </div>
  );
});
