import { Fragment } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Chip } from '#core/web/components/Chip.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { LibraryActions } from '../actions/LibraryActions.ts';
import type { Library } from '../list/Library.ts';
import { CHIPS, type FilterChip } from '../list/list-filters.ts';
import './FilterBar.css';

/** What can narrow the list down, as chips. @param withTrash whether what was deleted can be looked at here */
export const FilterBar = observer(function FilterBar({ library, withTrash }: { library: Library; withTrash: boolean }) {
  const t = useText();
  const actions = useStore(LibraryActions);
  const { query, list, kind } = library;
  const chips = CHIPS[kind].filter(({ field }) => withTrash || field !== 'trash');
  const { trash } = query.filters;
  return (
    <div className="rp-filters" role="group" aria-label={t('materials:filter.label')}>
      {chips.map((chip, index) => (
        <Fragment key={keyOf(chip)}>
          {index > 0 && chips[index - 1]?.group !== chip.group && <span className="rp-filters__gap" />}
          <Chip
            icon={chip.field === 'trash' ? 'trash' : undefined}
            pressed={query.isOn(chip)}
            onPress={() => query.toggle(chip)}
          >
            {t(`materials:filter.${keyOf(chip)}`)}
          </Chip>
        </Fragment>
      ))}
      {query.isNarrowed && (
        <Button size="small" variant="quiet" className="rp-filters__clear" onClick={query.clear}>
          {t('materials:filter.clear')}
        </Button>
      )}
      {trash && (list.total ?? 0) > 0 && (
        <Button
          size="small"
          variant="quiet"
          className="rp-filters__empty"
          onClick={() => void actions.purge('all', list.total ?? 0)}
        >
          {t('materials:trash.empty')}
        </Button>
      )}
    </div>
  );
});

function keyOf({
  field,
  value,
}: FilterChip):
  | `${'shape'}-${'portrait' | 'landscape' | 'square'}`
  | 'mixed-no'
  | 'mixed-yes'
  | 'published-no'
  | 'published-yes'
  | 'split'
  | 'failed'
  | 'trash' {
  if (field === 'shape') return `shape-${value}`;
  if (field === 'mixed') return value ? 'mixed-yes' : 'mixed-no';
  if (field === 'published') return value ? 'published-yes' : 'published-no';
  if (field === 'split') return 'split';
  return field === 'state' ? 'failed' : 'trash';
}
