import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MeasuringStrategy,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type Active,
  type Announcements,
  type DragEndEvent,
  type Over,
  type SensorDescriptor,
  type SensorOptions,
} from '@dnd-kit/core';
import { horizontalListSortingStrategy, SortableContext } from '@dnd-kit/sortable';
import { useMemo, useRef, useState } from 'react';

import { Icon } from '#core/web/components/Icon.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { isTouch } from '#core/web/is-touch.ts';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';

import { MAX_GROUPS } from '#plugins/mixing/project.ts';
import { addGroup, moveClip, moveGroup, movePlaced } from '../store/edit-project.ts';
import { newGroupId } from '../store/new-project.ts';
import { useEditor } from '../store/use-editor.ts';
import { Bay } from './Bay.tsx';
import { boardCollisions, boardCoordinates, pieceOf, type Piece } from './board-drag.ts';
import { ChosenBar } from './ChosenBar.tsx';
import { ClipFace } from './ClipTile.tsx';
import { EmptyHint } from './EmptyHint.tsx';
import { useClipBand } from './use-clip-band.ts';
import { useSampleFilling } from './use-sample-filling.ts';
import './Board.css';

/** Clips that come into sight while a long group is scrolled by dragging are places to drop on as well. */
const MEASURING = { droppable: { strategy: MeasuringStrategy.WhileDragging, frequency: 150 } };

/** Space picks up and drops, so that Enter still selects. */
const KEYS = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] };

/** Of what can only be looked at nothing is dragged. */
const NO_SENSORS: SensorDescriptor<SensorOptions>[] = [];

/** The shot groups as columns of clips. @param fileOver the group that files are held over */
export const Board = observer(function Board({ fileOver }: { fileOver: string | null }) {
  const t = useText();
  const store = useEditor();
  const { groups } = store.project;
  const [dragged, setDragged] = useState<Piece | null>(null);
  const board = useRef<HTMLElement>(null);
  const band = useClipBand(board);
  const filling = useSampleFilling();
  const isLocked = store.lock !== null;
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: boardCoordinates, keyboardCodes: KEYS }),
  );

  const announcements = useMemo<Announcements>(() => {
    const nameOf = (piece: Piece | null): string =>
      piece?.type === 'clip'
        ? (store.materials.get(piece.material)?.name ?? t('mixing:editor.clip-unknown'))
        : (store.groupOf(piece?.group ?? '')?.name ?? '');
    const where = (active: Active, over: Over | null): string => {
      const at = targetOf(active, over, store.project.groups);
      if (at === null) return '';
      return at.kind === 'group'
        ? t('mixing:editor.drag-place-group', { number: at.to + 1, of: store.project.groups.length })
        : t('mixing:editor.drag-place-clip', { group: store.groupOf(at.group)?.name ?? '', number: at.at + 1 });
    };
    // By the time of the drop the board has already changed.
    let place = '';
    const name = (active: Active) => nameOf(pieceOf(active.data.current));
    return {
      onDragStart: ({ active }) => {
        place = '';
        return t('mixing:editor.drag-start', { name: name(active) });
      },
      onDragOver: ({ active, over }) => {
        place = where(active, over);
        return place === '' ? undefined : t('mixing:editor.drag-over', { name: name(active), place });
      },
      onDragEnd: ({ active }) => t('mixing:editor.drag-end', { name: name(active), place }),
      onDragCancel: ({ active }) => t('mixing:editor.drag-cancel', { name: name(active) }),
    };
  }, [store, t]);

  const drop = ({ active, over }: DragEndEvent): void => {
    setDragged(null);
    const at = targetOf(active, over, groups);
    if (at === null) return;
    if (at.kind === 'group') store.edit(moveGroup(at.id, at.to));
    else if (store.chosen.has({ group: at.from, material: at.material }) && store.chosen.clips.length > 1) {
      const { clips } = store.chosen;
      store.edit(movePlaced(clips, { group: at.group, at: at.at }));
      store.chosen.replace(clips.map(({ material }) => ({ group: at.group, material })));
    } else store.edit(moveClip(at.material, at.from, { group: at.group, at: at.at }));
  };

  // On a phone it stands above the groups, elsewhere it lies over their wells.
  const isHinted =
    !isLocked && store.isEmpty && filling === null && store.arrivals.list.every(({ group }) => group === null);
  const hint = isHinted && <EmptyHint />;
  return (
    <section
      ref={board}
      className="rp-ed-board"
      aria-label={t('mixing:editor.board')}
      tabIndex={-1}
      data-path="groups"
      onPointerDown={band.down}
    >
      {isTouch() && hint}
      {!isLocked && <ChosenBar />}
      <DndContext
        sensors={isLocked ? NO_SENSORS : sensors}
        collisionDetection={boardCollisions}
        measuring={MEASURING}
        accessibility={{ announcements, screenReaderInstructions: { draggable: t('mixing:editor.drag-how') } }}
        onDragStart={({ active }) => setDragged(pieceOf(active.data.current))}
        onDragEnd={drop}
        onDragCancel={() => setDragged(null)}
      >
        <SortableContext items={groups.map(({ id }) => `group ${id}`)} strategy={horizontalListSortingStrategy}>
          <ol className="rp-ed-board__bays">
            {groups.map((group, index) => (
              <Bay
                key={group.id}
                group={group}
                index={index}
                isLast={index === groups.length - 1}
                isTarget={fileOver === group.id}
              />
            ))}
            {groups.length < MAX_GROUPS && !isLocked && (
              <li className="rp-ed-board__add">
                <PlainButton
                  aria-label={t('mixing:editor.group-add')}
                  title={t('mixing:editor.group-add')}
                  // Browsers leave it where it is when a sliver of it is in sight.
                  onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
                  onClick={() =>
                    store.edit(
                      addGroup({
                        id: newGroupId(),
                        name: t('mixing:editor.group-number', { number: groups.length + 1 }),
                      }),
                    )
                  }
                >
                  <Icon name="plus" />
                  <span>{t('mixing:editor.group-add')}</span>
                </PlainButton>
              </li>
            )}
          </ol>
        </SortableContext>
        <DragOverlay dropAnimation={null}>
          {dragged?.type === 'clip' && (
            <div className="rp-ed-lifted">
              <ClipFace group={dragged.group} id={dragged.material} />
              {store.chosen.has(dragged) && store.chosen.clips.length > 1 && (
                <span className="rp-ed-lifted__count">{store.chosen.clips.length}</span>
              )}
            </div>
          )}
          {dragged?.type === 'group' && (
            <div className="rp-ed-lifted rp-ed-lifted--group">{store.groupOf(dragged.group)?.name}</div>
          )}
        </DragOverlay>
      </DndContext>
      <div ref={band.frame} className="rp-ed-band" aria-hidden="true" />
      {!isTouch() && hint}
    </section>
  );
});

type Target =
  | { kind: 'group'; id: string; to: number }
  | { kind: 'clip'; material: string; from: string; group: string; at: number };

/** Where the dragged item would be dropped. */
function targetOf(
  active: Active,
  over: Over | null,
  groups: ReadonlyArray<{ id: string; materials: ReadonlyArray<{ material: string }> }>,
): Target | null {
  const dragged = pieceOf(active.data.current);
  const onto = pieceOf(over?.data.current);
  if (dragged === null || onto === null) return null;
  if (dragged.type === 'group') {
    return { kind: 'group', id: dragged.group, to: groups.findIndex(({ id }) => id === onto.group) };
  }
  if (dragged.type !== 'clip' || onto.type === 'group') return null;
  const clips = groups.find(({ id }) => id === onto.group)?.materials ?? [];
  const at = onto.type === 'clip' ? clips.findIndex(({ material }) => material === onto.material) : clips.length;
  const { material, group: from } = dragged;
  // In its own well it goes to the end of it.
  const last = onto.type === 'bay' && onto.group === from ? Math.max(0, clips.length - 1) : at;
  return { kind: 'clip', material, from, group: onto.group, at: last };
}
