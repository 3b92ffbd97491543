import type { CSSProperties } from 'react';

import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { LibraryActions } from '../actions/LibraryActions.ts';
import { FoldersStore } from '../folders/FoldersStore.ts';
import { clockOf, daysLeft, ratioOf } from '../parts/material-facts.ts';
import { NameField } from '#core/web/components/NameField.tsx';
import { factsOf, type CellProps } from './cell.ts';
import { Picture } from './Picture.tsx';
import { PlayButton } from './PlayButton.tsx';
import { Tick } from '#core/web/selection/Tick.tsx';
import { isFine } from './Tile.tsx';
import './MaterialRow.css';

/** A material in the table. On a phone its facts stand below its name. */
export const MaterialRow = observer(function MaterialRow({
  library,
  ways,
  id,
  prefix,
  rowIndex,
  style,
}: CellProps & { rowIndex: number; style: CSSProperties }) {
  const t = useText();
  const i18n = useService(I18N);
  const actions = useStore(LibraryActions);
  const folders = useStore(FoldersStore);
  const material = library.list.get(id);
  if (material === undefined) return null;
  const { name, kind, state, seconds, folderId, mixCount, mixedAt, split, createdAt, deletedAt, error } = material;
  const isChosen = ways.isChosen(id);
  const refusal = ways.refusalOf(material);
  const isRenaming = library.renaming === id;
  const short = [seconds === null ? '' : clockOf(seconds), factsOf(material, i18n).is].filter((part) => part !== '');
  const note =
    refusal ??
    (state === 'preparing'
      ? t('materials:state.preparing')
      : state === 'failed'
        ? (error ?? t('materials:state.failed'))
        : deletedAt === null
          ? null
          : t('materials:days-left', { days: daysLeft(deletedAt) }));
  return (
    <div
      role="row"
      id={`${prefix}${id}`}
      className="rp-view__row rp-row"
      data-id={id}
      data-focus={library.selection.focus === id || undefined}
      data-chosen={isChosen || undefined}
      data-refused={refusal !== null || undefined}
      data-state={state}
      aria-selected={isChosen}
      aria-disabled={refusal !== null || undefined}
      aria-rowindex={rowIndex}
      style={style}
      draggable={ways.drag !== undefined && !isRenaming && isFine()}
    >
      <span role="gridcell" className="rp-row__tick">
        <Tick isChosen={isChosen} number={ways.numberOf(id)} />
      </span>
      <span role="gridcell" className="rp-row__name">
        <span className="rp-row__picture">
          {kind === 'music' && state === 'ready' ? (
            <PlayButton material={material} isStop={false} />
          ) : (
            <Picture material={material} />
          )}
        </span>
        {isRenaming ? (
          <NameField
            value={name}
            label={t('materials:rename-label')}
            save={(next) => actions.rename(id, next)}
            end={() => library.rename(null)}
          />
        ) : (
          <span className="rp-row__text">
            <span className="rp-row__title" title={name}>
              {name}
            </span>
            <span
              className="rp-row__note"
              title={note ?? undefined}
              data-tone={state === 'failed' ? 'failed' : undefined}
              data-short={note === null || undefined}
            >
              {note ?? short.join(' · ')}
            </span>
          </span>
        )}
      </span>
      {kind !== 'image' && (
        <span role="gridcell" className="rp-row__number">
          {seconds === null ? '–' : clockOf(seconds)}
        </span>
      )}
      {kind !== 'music' && (
        <span role="gridcell" className="rp-row__wide">
          {ratioOf(material) ?? '–'}
        </span>
      )}
      <span role="gridcell" className="rp-row__number">
        {i18n.bytes(material.size)}
      </span>
      <span role="gridcell" className="rp-row__wide">
        {folderId === null ? '–' : (folders.get(folderId)?.name ?? '–')}
      </span>
      <span role="gridcell" className="rp-row__number rp-row__wide">
        {mixCount}
      </span>
      <span role="gridcell" className="rp-row__wide" title={mixedAt === null ? undefined : i18n.time(mixedAt)}>
        {mixedAt === null ? '–' : i18n.ago(mixedAt)}
      </span>
      {kind === 'video' && (
        <span role="gridcell" className="rp-row__widest">
          {t(`materials:split.${split}`)}
        </span>
      )}
      <span role="gridcell" className="rp-row__time" title={i18n.time(createdAt)}>
        {i18n.ago(createdAt)}
      </span>
    </div>
  );
});
