import { useId, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { LibraryActions } from '../actions/LibraryActions.ts';
import type { Library } from '../list/Library.ts';
import './BrokenFiles.css';

/** After everything else, folded together: the files that cannot be used, each with the whole reason. */
export const BrokenFiles = observer(function BrokenFiles({ library, canAct }: { library: Library; canAct: boolean }) {
  const t = useText();
  const actions = useStore(LibraryActions);
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const { broken, isApart, apart: count } = library;
  const { ids, hasMore, loading, more } = broken;
  if (!isApart || ids.length === 0) return null;
  return (
    // Presses here choose nothing.
    <section
      className="rp-broken"
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
    >
      <header>
        <PlainButton
          className="rp-broken__toggle"
          aria-expanded={isOpen}
          aria-controls={isOpen ? list : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={16} />
          {t('materials:broken.title', { count })}
        </PlainButton>
        {canAct && isOpen && !hasMore && (
          <Button size="small" variant="quiet" icon="trash" onClick={() => void actions.remove({ ids })}>
            {t('materials:broken.delete-all', { count })}
          </Button>
        )}
      </header>
      {isOpen && (
        <ul id={list} aria-label={t('materials:broken.title', { count })}>
          {broken.pick(ids).map(({ id, name, error }) => (
            <li key={id} data-broken={id}>
              <Icon name="warning" size={16} />
              <span className="rp-broken__words">
                <strong>{name}</strong>
                <span>{error ?? t('materials:state.failed')}</span>
              </span>
              {canAct && (
                <span className="rp-broken__actions">
                  <Button size="small" variant="link" onClick={() => void actions.prepare(id)}>
                    {t('materials:prepare-again')}
                  </Button>
                  <Button size="small" variant="link" onClick={() => void actions.remove({ ids: [id] })}>
                    {t('materials:delete')}
                  </Button>
                </span>
              )}
            </li>
          ))}
          {hasMore && (
            <li>
              <Button size="small" variant="quiet" busy={loading === 'more'} onClick={() => void more()}>
                {t('materials:broken.more')}
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
});
