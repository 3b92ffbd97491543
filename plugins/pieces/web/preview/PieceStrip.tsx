import { closestCenter, DndContext, PointerSensor, useSensor, useSensors, type DragEndEvent } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext, useSortable } from '@dnd-kit/sortable';

import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { spriteFrame } from '#core/web/studio/timeline/sprite-frame.ts';
import { useReadOnly } from '#core/web/ui/ReadOnly.tsx';

import type { FilledSlot } from '#plugins/pieces/choose-pieces.ts';
import type { OpenedProject } from './OpenedProject.ts';
import type { Materials } from './use-materials.ts';

/** Keys move slots in another way, which the page says itself. */
const SAYS_NOTHING = {
  screenReaderInstructions: { draggable: '' },
  announcements: { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing },
};

/** Pixels that the pointer moves before a press is a drag. */
const DRAG = { activationConstraint: { distance: 6 } };

/** The slots in playing order, each with a picture of its piece; they are dragged, or moved by Alt and arrows. */
export const PieceStrip = observer(function PieceStrip({
  project,
  materials,
}: {
  project: OpenedProject;
  materials: Materials;
}) {
  const t = useText();
  const isReadOnly = useReadOnly();
  const sensors = useSensors(useSensor(PointerSensor, DRAG));
  const { slots } = project;
  const drop = ({ active, over }: DragEndEvent): void => {
    const to = slots.findIndex(({ slot }) => slot.id === over?.id);
    if (to >= 0) project.move(String(active.id), to);
  };
  return (
    <DndContext accessibility={SAYS_NOTHING} sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
      <SortableContext items={slots.map(({ slot }) => slot.id)} strategy={rectSortingStrategy} disabled={isReadOnly}>
        <ol className="rp-pieces-strip" aria-label={t('pieces:slots')}>
          {slots.map((filled, at) => (
            <SlotCard key={filled.slot.id} {...{ project, materials, filled }} number={at + 1} />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
});

const SlotCard = observer(function SlotCard({
  project,
  materials,
  filled,
  number,
}: {
  project: OpenedProject;
  materials: Materials;
  filled: FilledSlot;
  number: number;
}) {
  const t = useText();
  const isReadOnly = useReadOnly();
  const { slot, piece, isLocked } = filled;
  const { setNodeRef, listeners, transform, transition, isDragging } = useSortable({ id: slot.id });
  const material = piece === null ? undefined : materials.get(piece.material);
  const middle = piece === null ? 0 : (piece.from + piece.to) / 2;
  const still = material && spriteFrame(material.sprite, middle / (material.seconds ?? 1));
  const name = slot.name || t('pieces:slot-number', { number });
  const isShown = project.shown === filled;
  const style = {
    transition,
    ...(transform === null ? {} : { transform: `translate(${transform.x}px, ${transform.y}px)` }),
  };
  return (
    <li
      ref={setNodeRef}
      className="rp-pieces-card"
      style={style}
      data-shown={isShown || undefined}
      data-dragged={isDragging || undefined}
    >
      <PlainButton
        {...listeners}
        className="rp-pieces-card__still"
        aria-current={isShown || undefined}
        aria-label={t('pieces:show-slot', { number, name })}
        onClick={() => project.select(slot.id)}
      >
        {still ? <i style={still} /> : <Icon name={piece === null ? 'plus' : 'film'} />}
        <span>{number}</span>
      </PlainButton>
      <p>
        <strong>{name}</strong>
        <span data-off={(piece !== null && isOff(filled)) || undefined}>
          {piece === null
            ? t('pieces:slot-empty')
            : t('pieces:seconds', { seconds: (piece.to - piece.from).toFixed(1) })}
        </span>
      </p>
      <IconButton
        icon={isLocked ? 'lock' : 'unlock'}
        size="small"
        label={t(isLocked ? 'pieces:unlock' : 'pieces:lock', { name })}
        aria-pressed={isLocked}
        disabled={isReadOnly || piece === null}
        onClick={() => project.toggleLock(slot.id)}
      />
    </li>
  );
});

function nothing(): undefined {
  return undefined;
}

/** Whether a piece is shorter or longer than its slot wants it. */
export function isOff({ slot, piece }: FilledSlot): boolean {
  if (piece === null) return false;
  const length = piece.to - piece.from;
  return length < slot.least - 0.05 || length > slot.most + 0.05;
}
