import { IconButton } from '#core/web/components/IconButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropdownMenu, MenuItem, MenuLine } from '#core/web/ui/DropdownMenu.tsx';

import { SORTS_OF } from '../list/list-filters.ts';
import type { ListQuery } from '../list/ListQuery.ts';

/** What the list is sorted by, and which way round. */
export const SortMenu = observer(function SortMenu({ query }: { query: ListQuery }) {
  const t = useText();
  const { sort: sorted, descending, kind } = query;
  const label = t('materials:sort.label', { by: t(`materials:column.${sorted}`) });
  return (
    <DropdownMenu
      label={t('materials:sort.title')}
      trigger={(menu) => <IconButton {...menu} icon="sort" label={label} />}
    >
      {SORTS_OF[kind].map((sort) => (
        <MenuItem
          key={sort}
          checked={sort === sorted}
          onChoose={() => {
            if (sort !== sorted) query.sortBy(sort);
          }}
        >
          {t(`materials:column.${sort}`)}
        </MenuItem>
      ))}
      <MenuLine />
      {[true, false].map((down) => (
        <MenuItem key={String(down)} checked={down === descending} onChoose={() => query.sortBy(sorted, down)}>
          {t(down ? 'materials:sort.descending' : 'materials:sort.ascending')}
        </MenuItem>
      ))}
    </DropdownMenu>
  );
});
