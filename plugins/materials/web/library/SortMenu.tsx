import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { Popover } from '#core/web/components/Popover.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import { SORTS_OF } from '../list/list-filters.ts';
import type { ListQuery } from '../list/ListQuery.ts';

/** What the list is sorted by, and which way round. */
export const SortMenu = observer(function SortMenu({ query }: { query: ListQuery }) {
  const t = useText();
  const { sort: sorted, descending, kind } = query;
  const label = t('materials:sort.label', { by: t(`materials:column.${sorted}`) });
  return (
    <Popover
      kind="menu"
      label={t('materials:sort.title')}
      trigger={(properties) => <IconButton {...properties} icon="sort" label={label} />}
    >
      {(close) => (
        <>
          {SORTS_OF[kind].map((sort) => (
            <button
              key={sort}
              type="button"
              role="menuitemradio"
              aria-checked={sort === sorted}
              className="rp-choice rp-sort__choice"
              onClick={() => {
                if (sort !== sorted) query.sortBy(sort);
                close();
              }}
            >
              {t(`materials:column.${sort}`)}
              {sort === sorted && <Icon name="check" size={16} />}
            </button>
          ))}
          <hr className="rp-sort__line" />
          {[true, false].map((down) => (
            <button
              key={String(down)}
              type="button"
              role="menuitemradio"
              aria-checked={down === descending}
              className="rp-choice rp-sort__choice"
              onClick={() => {
                query.sortBy(sorted, down);
                close();
              }}
            >
              {t(down ? 'materials:sort.descending' : 'materials:sort.ascending')}
              {down === descending && <Icon name="check" size={16} />}
            </button>
          ))}
        </>
      )}
    </Popover>
  );
});
