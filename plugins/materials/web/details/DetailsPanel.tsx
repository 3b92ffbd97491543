import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { PLAYER } from '#core/web/player/player.ts';
import { observer } from '#core/web/react/observer.ts';
import { useOptionalService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Material } from '#plugins/materials/calls.ts';
import { ActionButtons } from '../actions/ActionButtons.tsx';
import { LibraryActions } from '../actions/LibraryActions.ts';
import type { Library } from '../list/Library.ts';
import { daysLeft } from '../parts/material-facts.ts';
import { NameField } from '#core/web/components/NameField.tsx';
import { TileState } from '../view/TileState.tsx';
import { FactList } from './FactList.tsx';
import { MaterialPlayer } from './MaterialPlayer.tsx';
import { useDetails } from './use-details.ts';
import { OriginLists } from './OriginLists.tsx';
import { UsesList } from './UsesList.tsx';
import './DetailsPanel.css';

export interface DetailsPanelProps {
  library: Library;
  id: string;
  /** Shows another puzzle. */
  open(id: string): void;
  close(): void;
}

/** All about one material, beside the list; on a phone from below. */
export const DetailsPanel = observer(function DetailsPanel({ library, id, open, close }: DetailsPanelProps) {
  const t = useText();
  const panel = useRef<HTMLElement>(null);
  const { material, isGone } = useDetails(library, id);
  const { indexes, ids } = library.list;
  const at = indexes.get(id) ?? -1;
  const [before, after] = at < 0 ? [undefined, undefined] : [ids[at - 1], ids[at + 1]];

  // On a phone it covers what was pressed.
  useEffect(() => {
    if (matchMedia('(width < 720px)').matches) panel.current?.focus({ preventScroll: true });
  }, []);

  // The one after the last that was read is one page further.
  const isLast = at >= 0 && after === undefined;
  useEffect(() => {
    if (isLast) void library.list.more();
  }, [isLast, library, ids]);
  // The focused element disappears with the panel, so the list takes the focus.
  useLayoutEffect(() => {
    const shown = panel.current;
    return () => {
      if (shown?.contains(document.activeElement) !== true) return;
      const list = shown.parentElement?.querySelector<HTMLElement>('[role="grid"]');
      queueMicrotask(() => list?.focus({ preventScroll: true }));
    };
  }, []);

  function press(event: KeyboardEvent): void {
    const { target, key } = event;
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (key === 'Escape') {
      event.preventDefault();
      close();
      return;
    }
    const isTaken = target instanceof Element && target.closest('input, textarea, [role="menu"]') !== null;
    const next = { ArrowLeft: before, ArrowUp: before, ArrowRight: after, ArrowDown: after }[key];
    if (isTaken || next === undefined) return;
    event.preventDefault();
    open(next);
  }

  return (
    <aside ref={panel} className="rp-details" aria-label={t('materials:details.title')} tabIndex={-1} onKeyDown={press}>
      <header className="rp-details__head">
        <IconButton
          icon="chevron-left"
          size="small"
          label={t('materials:details.before')}
          disabled={before === undefined}
          onClick={() => before !== undefined && open(before)}
        />
        <IconButton
          icon="chevron-right"
          size="small"
          label={t('materials:details.after')}
          disabled={after === undefined}
          onClick={() => after !== undefined && open(after)}
        />
        <IconButton icon="close" size="small" label={t('materials:details.close')} onClick={close} />
      </header>
      <div className="rp-details__body">
        {material !== undefined && <Content key={id} material={material} open={open} close={close} />}
        {isGone && <p className="rp-details__gone">{t('materials:details.gone')}</p>}
      </div>
    </aside>
  );
});

const Content = observer(function Content({
  material,
  open,
  close,
}: Pick<DetailsPanelProps, 'open' | 'close'> & { material: Material }) {
  const t = useText();
  const actions = useStore(LibraryActions);
  const player = useOptionalService(PLAYER);
  const [isRenaming, setRenaming] = useState(false);
  const { id, name, kind, state, url, deletedAt } = material;
  const isInTrash = deletedAt !== null;
  return (
    <>
      {state === 'ready' ? (
        <MaterialPlayer material={material} />
      ) : (
        <div className="rp-details__state">
          <TileState material={material} canAct={!isInTrash} isNamed />
        </div>
      )}
      <div className="rp-details__title">
        {isRenaming ? (
          <NameField
            value={name}
            label={t('materials:rename-label')}
            save={(next) => actions.rename(id, next)}
            end={() => setRenaming(false)}
          />
        ) : (
          <>
            <h2>{name}</h2>
            <IconButton icon="edit" size="small" label={t('materials:rename')} onClick={() => setRenaming(true)} />
          </>
        )}
      </div>
      {isInTrash && <p className="rp-details__trash">{t('materials:trash.left', { count: daysLeft(deletedAt) })}</p>}
      <div className="rp-details__actions">
        {isInTrash ? (
          <>
            <Button size="small" icon="history" onClick={() => void actions.restore([id])}>
              {t('materials:restore')}
            </Button>
            <Button size="small" variant="danger" icon="trash" onClick={() => void actions.purge([id], 1)}>
              {t('materials:purge.one')}
            </Button>
          </>
        ) : (
          <>
            <ActionButtons kind={kind} materials={[material]} />
            {kind === 'video' && player !== undefined && state === 'ready' && (
              <Button size="small" icon="play" onClick={() => void player.open(url, { title: name })}>
                {t('materials:open-player')}
              </Button>
            )}
            <Button size="small" icon="download" onClick={() => void actions.download([material])}>
              {t('materials:download')}
            </Button>
            <Button size="small" icon="folder-move" onClick={() => void actions.chooseAndMove({ ids: [id] })}>
              {t('materials:move-to')}
            </Button>
            <Button
              size="small"
              icon="trash"
              onClick={() => {
                close();
                void actions.remove({ ids: [id] });
              }}
            >
              {t('materials:delete')}
            </Button>
          </>
        )}
      </div>
      <FactList material={material} />
      <OriginLists id={id} open={open} />
      <UsesList id={id} />
    </>
  );
});
