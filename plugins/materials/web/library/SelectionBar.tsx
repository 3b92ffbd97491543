import { useRef } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { PLAYER } from '#core/web/player/player.ts';
import { observer } from '#core/web/react/observer.ts';
import { useOptionalService, useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropdownMenu, MenuItem } from '#core/web/ui/DropdownMenu.tsx';

import { ActionButtons, OtherActionItems, useOtherActions } from '../actions/ActionButtons.tsx';
import { LibraryActions } from '../actions/LibraryActions.ts';
import type { Library } from '../list/Library.ts';
import { PLAY_LOOKS, playTogether } from './play-together.ts';
import { useFitting } from './use-fitting.ts';

/** The size of the selection and its actions, shown in place of the filters. */
export const SelectionBar = observer(function SelectionBar({ library }: { library: Library }) {
  const t = useText();
  const i18n = useService(I18N);
  const actions = useStore(LibraryActions);
  const player = useOptionalService(PLAYER);
  const { selection, list, query } = library;
  const { size } = selection;
  const steps = useRef<HTMLDivElement>(null);
  const space = useRef<HTMLSpanElement>(null);
  const others = useOtherActions(library.kind).length;
  const more = useRef<HTMLSpanElement>(null);
  const fitting = useFitting(steps, space, others, () => besideOf(steps.current, more.current));
  const total = list.total ?? 0;
  const bytes = library.chosen.reduce((sum, material) => sum + material.size, 0);
  return (
    <div className="rp-filters rp-chosen" role="toolbar" aria-label={t('materials:chosen.label')}>
      <IconButton icon="close" size="small" label={t('materials:chosen.clear')} onClick={selection.clear} />
      <p className="rp-chosen__count" role="status">
        {t('materials:chosen.count', { count: i18n.count(size) })} <span>{i18n.bytes(bytes)}</span>
      </p>
      {size < total && (
        <Button size="small" variant="quiet" busy={library.isChoosingAll} onClick={() => void library.chooseAll()}>
          {t('materials:chosen.all', { count: i18n.count(total) })}
        </Button>
      )}
      {query.filters.trash ? (
        <>
          <span className="rp-chosen__space" />
          <Button size="small" icon="history" onClick={() => void actions.restore(selection.ids)}>
            {t('materials:restore')}
          </Button>
          <Button size="small" variant="danger" icon="trash" onClick={() => void actions.purge(selection.ids, size)}>
            {t('materials:purge.some')}
          </Button>
        </>
      ) : (
        <>
          <div ref={steps} className="rp-chosen__steps">
            <span ref={space} className="rp-chosen__space" />
            <ActionButtons kind={library.kind} materials={library.chosen} most={fitting} isLit isDense />
          </div>
          {fitting < others && (
            <span ref={more} className="rp-chosen__more">
              <DropdownMenu
                label={t('materials:chosen.more')}
                trigger={(menu) => <IconButton {...menu} icon="more" size="small" label={t('materials:chosen.more')} />}
              >
                <OtherActionItems kind={library.kind} materials={library.chosen} after={fitting} />
              </DropdownMenu>
            </span>
          )}
          {library.kind === 'video' && player !== undefined && size > 1 && (
            <DropdownMenu
              label={t('materials:play-together')}
              trigger={(menu) => (
                <Button {...menu} size="small" icon="play">
                  {t('materials:play-together')}
                </Button>
              )}
            >
              {PLAY_LOOKS.map((look) => (
                <MenuItem key={look} onChoose={() => void playTogether(player, library.chosen, look, t)}>
                  {t(`materials:play-${look}`)}
                </MenuItem>
              ))}
            </DropdownMenu>
          )}
          {/* What every file manager has needs no words. */}
          <IconButton
            icon="folder-move"
            size="small"
            label={t('materials:move-to')}
            onClick={() => void actions.chooseAndMove({ ids: selection.ids })}
          />
          <IconButton
            icon="download"
            size="small"
            label={t('materials:download')}
            onClick={() => void actions.download(library.chosen)}
          />
          <IconButton
            icon="trash"
            size="small"
            label={t('materials:delete')}
            onClick={() => void actions.remove({ ids: selection.ids })}
          />
        </>
      )}
    </div>
  );
});

/** Pixels that the menu takes from what comes next; none where that is a bar of its own, below the materials. */
function besideOf(steps: HTMLElement | null, more: HTMLElement | null): number {
  const row = more?.parentElement;
  if (steps === null || more === null || !row || getComputedStyle(steps).position === 'absolute') return 0;
  return more.offsetWidth + (Number.parseFloat(getComputedStyle(row).columnGap) || 0);
}
