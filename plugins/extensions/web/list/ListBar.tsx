import { Chip } from '#core/web/components/Chip.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { SearchField } from '#core/web/components/SearchField.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropdownMenu, MenuItem } from '#core/web/ui/DropdownMenu.tsx';

import { ExtensionsStore, FILTERS, SORTS } from '../stores/ExtensionsStore.ts';

/** Searches, narrows and sorts the plugins. */
export const ListBar = observer(function ListBar() {
  const t = useText();
  const store = useStore(ExtensionsStore);
  const { counts } = store;
  const sortLabel = t('extensions:sort.by', { by: t(`extensions:sort.${store.sort}`) });
  return (
    <div className="rp-ext-bar">
      <SearchField value={store.text} label={t('extensions:search')} onType={store.type} onSearch={() => undefined} />
      <div className="rp-ext-bar__chips" role="group" aria-label={t('extensions:filter.label')}>
        {FILTERS.map((filter) => (
          <Chip key={filter} pressed={store.filter === filter} onPress={() => store.choose(filter)}>
            {t(`extensions:filter.${filter}`)}
            <span>{counts[filter]}</span>
          </Chip>
        ))}
      </div>
      <DropdownMenu
        label={t('extensions:sort.heading')}
        trigger={(menu) => <IconButton {...menu} icon="sort" label={sortLabel} />}
      >
        {SORTS.map((sort) => (
          <MenuItem key={sort} checked={sort === store.sort} onChoose={() => store.sortBy(sort)}>
            {t(`extensions:sort.${sort}`)}
          </MenuItem>
        ))}
      </DropdownMenu>
    </div>
  );
});
