import { useDroppable } from '@dnd-kit/core';
import { useSortable } from '@dnd-kit/sortable';
import { useCallback, useRef, useState } from 'react';

import { FileInput } from '#core/web/components/FileInput.tsx';
import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { PlainInput } from '#core/web/components/PlainInput.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { MixGroup } from '#plugins/mixing/project.ts';
import { isSampleGroup } from '#plugins/mixing/sample-groups.ts';
import { Editable } from '../fields/Editable.tsx';
import { changeGroup } from '../store/edit-project.ts';
import { useEditor } from '../store/use-editor.ts';
import { ArrivalRow } from './ArrivalRow.tsx';
import type { Piece } from './board-drag.ts';
import { ClipStack } from './ClipStack.tsx';
import { CLIP_ENDINGS } from './clip-endings.ts';
import { GroupMenu } from './GroupMenu.tsx';
import { Knot } from './Knot.tsx';
import { useClipPicker } from './use-clip-actions.ts';
import { useSampleFilling } from './use-sample-filling.ts';
import './Bay.css';

interface BayProps {
  group: MixGroup;
  index: number;
  isLast: boolean;
  /** Files are held over it. */
  isTarget: boolean;
}

/** A group: a column in which its clips are stacked. */
export const Bay = observer(function Bay({ group, index, isLast, isTarget }: BayProps) {
  const t = useText();
  const store = useEditor();
  const pick = useClipPicker();
  const file = useRef<HTMLInputElement>(null);
  const { id, name, materials } = group;
  const piece: Piece = { type: 'group', group: id };
  const sortable = useSortable({ id: `group ${id}`, data: piece });
  const well: Piece = { type: 'bay', group: id, clips: materials.length };
  const { setNodeRef, isOver } = useDroppable({ id: `bay ${id}`, data: well });
  const [wellElement, setWellElement] = useState<HTMLElement | null>(null);
  const setWell = useCallback(
    (element: HTMLElement | null) => {
      setNodeRef(element);
      setWellElement(element);
    },
    [setNodeRef],
  );
  const { isAlarmed } = store;
  const { selected } = store.work;
  const isSelected = selected.kind === 'group' && selected.group === id;
  const nameFault = store.ruleAt(`groups.${index}.name`);
  const clipsFault = isAlarmed ? store.ruleAt(`groups.${index}.materials`) : null;
  const shots = store.measurement.measured?.shots[id];
  const arrivals = store.arrivals.of(id);
  const isFilling = typeof useSampleFilling() === 'number' && isSampleGroup(id);
  const failed = arrivals.filter(({ item, refusal }) => refusal !== null || item?.state === 'failed');

  return (
    <li
      ref={sortable.setNodeRef}
      className="rp-ed-bay"
      data-group={id}
      data-selected={isSelected || undefined}
      data-target={isTarget || undefined}
      data-lifted={sortable.isDragging || undefined}
      style={{
        transform:
          sortable.transform === null ? undefined : `translate(${sortable.transform.x}px, ${sortable.transform.y}px)`,
        transition: sortable.transition,
      }}
    >
      <div
        className="rp-ed-bay__deck"
        onClick={({ target, currentTarget }) =>
          target === currentTarget && store.work.select({ kind: 'group', group: id })
        }
      >
        <header>
          <PlainButton
            className="rp-ed-grip"
            ref={sortable.setActivatorNodeRef}
            {...sortable.attributes}
            {...sortable.listeners}
            aria-label={t('mixing:editor.group-move', { name: name || String(index + 1) })}
            onClick={() => store.work.select({ kind: 'group', group: id })}
          >
            <i aria-hidden="true" />
          </PlainButton>
          <PlainInput
            className="rp-ed-bay__name"
            aria-label={t('mixing:editor.group-name-of', { number: index + 1 })}
            aria-invalid={nameFault === null ? undefined : true}
            data-path={`groups.${index}.name`}
            value={name}
            readOnly={store.lock !== null}
            maxLength={80}
            placeholder={t('mixing:editor.group-number', { number: index + 1 })}
            onFocus={() => store.work.select({ kind: 'group', group: id })}
            onChange={({ currentTarget }) => store.edit(changeGroup(id, { name: currentTarget.value }), `name.${id}`)}
          />
          <GroupMenu group={group} index={index} />
        </header>
        {nameFault !== null && <p className="rp-ed-fault">{nameFault}</p>}
        <p className="rp-ed-bay__facts">
          <span>{t('mixing:editor.clips', { count: materials.length })}</span>
          {shots !== undefined && shots !== materials.length && (
            <span>{t('mixing:editor.shots', { count: shots })}</span>
          )}
          {group.speed !== 1 && <span>{group.speed.toFixed(2)}×</span>}
          {group.mirror && <span>{t('mixing:editor.mirrored')}</span>}
          {group.effect !== undefined && <Icon name="mosaic" size={16} label={t('mixing:effect.has')} />}
          {!group.keepSound && <Icon name="sound-off" size={16} label={t('mixing:editor.muted')} />}
          {group.text !== '' && <Icon name="captions" size={16} label={t('mixing:editor.has-text')} />}
        </p>
        <div className="rp-ed-bay__choices">
          <Editable>
            <PlainButton
              className="rp-ed-bay__add"
              aria-label={t('mixing:editor.clips-add')}
              title={t('mixing:editor.clips-add')}
              data-path={`groups.${index}.materials`}
              onClick={() => pick(id)}
            >
              <Icon name="plus" size={16} />
              {t('mixing:editor.clips-add-short')}
            </PlainButton>
            <IconButton
              icon="upload"
              size="small"
              label={t('mixing:editor.clips-upload-to', { name: name || String(index + 1) })}
              onClick={() => file.current?.click()}
            />
            <FileInput
              ref={file}
              multiple
              accept={CLIP_ENDINGS}
              data-clips={id}
              onFiles={(files) => store.mayEdit() && store.arrivals.add(files, 'video', id)}
            />
          </Editable>
        </div>
        <div ref={setWell} className="rp-ed-bay__well" data-over={isOver || undefined}>
          {/* Above the clips, where a full group would hide them. */}
          {failed.map((arrival) => (
            <ArrivalRow key={arrival.id} arrival={arrival} />
          ))}
          <ClipStack
            group={id}
            clips={materials}
            label={t('mixing:editor.clips-of', { name: name || String(index + 1) })}
            well={wellElement}
            above={failed.length}
          />
          {arrivals
            .filter((arrival) => !failed.includes(arrival))
            .map((arrival) => (
              <ArrivalRow key={arrival.id} arrival={arrival} />
            ))}
          {materials.length === 0 && arrivals.length === 0 && (
            <p className="rp-ed-bay__empty" data-fault={clipsFault !== null || undefined}>
              {clipsFault ?? t(isFilling ? 'mixing:editor.bay-filling' : 'mixing:editor.bay-empty')}
            </p>
          )}
        </div>
      </div>
      {!isLast && <Knot group={group} />}
    </li>
  );
});
