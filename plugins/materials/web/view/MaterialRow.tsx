import type { CSSProperties } from 'react';

import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { ToldCells } from '../columns/ToldColumns.tsx';
import { FoldersStore } from '../list/FoldersStore.ts';
import { clockOf, daysLeft, ratioOf } from '../parts/material-facts.ts';
import { cellState, factsOf, type CellProps } from './cell.ts';
import { Picture } from './Picture.tsx';
import { PlayButton } from './PlayButton.tsx';
import { RenameField } from './RenameField.tsx';
import { Tick } from '#core/web/selection/Tick.tsx';
import './MaterialRow.css';

/** A material as a table row. On phones its facts are below its name. */
export const MaterialRow = observer(function MaterialRow({
  library,
  viewActions,
  id,
  prefix,
  rowIndex,
  style,
}: CellProps & { rowIndex: number; style: CSSProperties }) {
  const t = useText();
  const i18n = useService(I18N);
  const folders = useStore(FoldersStore);
  const material = library.list.get(id);
  if (material === undefined) return null;
  const { name, kind, state, seconds, folderId, mixCount, mixedAt, createdAt, deletedAt, error } = material;
  const { isChosen, refusal, isRenaming, attributes } = cellState({ library, viewActions, id, prefix }, material);
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
    <div {...attributes} role="row" className="rp-view__row rp-row" aria-rowindex={rowIndex} style={style}>
      <span role="gridcell" className="rp-row__tick">
        <Tick isChosen={isChosen} number={viewActions.numberOf(id)} />
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
          <RenameField library={library} material={material} />
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
      <span role="gridcell" className="rp-row__time" title={i18n.time(createdAt)}>
        {i18n.ago(createdAt)}
      </span>
      <ToldCells material={material} />
    </div>
  );
});
