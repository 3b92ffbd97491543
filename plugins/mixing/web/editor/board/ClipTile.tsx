import { useSortable } from '@dnd-kit/sortable';

import { Icon } from '#core/web/components/Icon.tsx';
import { LazyImage } from '#core/web/components/LazyImage.tsx';
import { Button } from '#core/web/components/Button.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { clock } from '#core/web/i18n/clock.ts';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useText } from '#core/web/react/use-text.ts';
import { useHoverScrub } from '#core/web/studio/HoverScrub.tsx';

import { stillOf } from '#plugins/mixing/web/parts/still-of.ts';
import { Editable } from '../fields/Editable.tsx';
import { clipState } from '../store/clip-state.ts';
import { removeClips } from '../store/edit-project.ts';
import { useEditor } from '../store/use-editor.ts';
import { pieceOf, type Piece } from './board-drag.ts';
import { ClipMenu } from './ClipMenu.tsx';
import './ClipTile.css';

interface ClipTileProps {
  group: string;
  material: string;
  /** Its position in a long stack, of which only the visible part is rendered; absent in a short one. */
  place?: { top: number; index: number; of: number; measure(element: HTMLElement | null): void };
}

/** A clip of a group, like a container in its bay. */
export const ClipTile = observer(function ClipTile({ group, material, place }: ClipTileProps) {
  const store = useEditor();
  const piece: Piece = { type: 'clip', group, material };
  const { setNodeRef, attributes, listeners, transform, transition, isDragging, isOver, active } = useSortable({
    id: `clip ${group} ${material}`,
    data: piece,
  });
  const lifted = pieceOf(active?.data.current);
  // In its own group the other clips make room; in another a line marks the position.
  const isPlace = isOver && lifted?.type === 'clip' && lifted.group !== group;
  const { chosen } = store;
  const { selected } = store.work;
  const isChosen = chosen.has({ group, material });
  const isSelected = selected.kind === 'clip' && selected.group === group && selected.material === material;
  return (
    <li
      ref={(element) => {
        setNodeRef(element);
        place?.measure(element);
      }}
      data-index={place?.index}
      className="rp-ed-clip"
      data-selected={isSelected || undefined}
      data-chosen={isChosen || undefined}
      data-lifted={isDragging || undefined}
      data-place={isPlace || undefined}
      data-clip={material}
      aria-posinset={place === undefined ? undefined : place.index + 1}
      aria-setsize={place?.of}
      style={{
        top: place?.top,
        transform: transform === null ? undefined : `translate(${transform.x}px, ${transform.y}px)`,
        transition,
      }}
    >
      <PlainButton
        className="rp-ed-clip__face"
        {...attributes}
        {...listeners}
        aria-pressed={isSelected || isChosen}
        onClick={(event) => {
          if (event.shiftKey) chosen.extendTo({ group, material });
          else if (event.ctrlKey || event.metaKey) chosen.toggle({ group, material });
          else {
            chosen.begin({ group, material });
            store.work.select({ kind: 'clip', group, material });
          }
        }}
      >
        <ClipFace group={group} id={material} />
      </PlainButton>
      <ClipMenu group={group} material={material} />
      <Rescue group={group} material={material} />
    </li>
  );
});

/** What helps a clip whose material is gone: to bring it back, or to take it out. */
const Rescue = observer(function Rescue({ group, material }: { group: string; material: string }) {
  const t = useText();
  const store = useEditor();
  const restore = usePluginCallback(async () => store.library()?.restore([material]));
  if (!store.materials.isMissing(material)) return null;
  const isInTrash = store.materials.get(material) !== undefined;
  return (
    <p className="rp-ed-clip__rescue">
      {isInTrash && (
        <Button size="small" icon="history" onClick={restore}>
          {t('mixing:editor.clip-restore')}
        </Button>
      )}
      <Editable>
        <Button size="small" variant="quiet" onClick={() => store.edit(removeClips(group, [material]))}>
          {t('mixing:editor.clip-remove')}
        </Button>
      </Editable>
    </p>
  );
});

/** A clip's tile: its picture, which scrubs under the pointer, its name and duration. */
export const ClipFace = observer(function ClipFace({ group, id }: { group: string; id: string }) {
  const t = useText();
  const store = useEditor();
  const material = store.materials.get(id);
  const sprite = material?.sprite ?? null;
  const scrub = useHoverScrub(sprite);
  const still = stillOf(material);
  const length = material?.seconds ?? null;
  const windows = store.clipOf(group, id)?.windows;
  const { state, reason } = clipState(store, id, t);
  return (
    <span
      className="rp-ed-face"
      data-state={state}
      data-reason={reason !== null || undefined}
      title={reason ?? material?.name}
    >
      <span className="rp-ed-face__picture" onPointerMove={scrub.move} onPointerLeave={scrub.leave}>
        {still === null ? <Icon name="film" /> : <LazyImage src={still} fallback={<Icon name="film" />} />}
        {sprite !== null && <span ref={scrub.ref} className="rp-scrub" aria-hidden="true" />}
        {length !== null && <span className="rp-ed-face__length">{clock(Math.max(1, Math.round(length)))}</span>}
      </span>
      <span className="rp-ed-face__words">
        <span className="rp-ed-face__name">{material?.name ?? t('mixing:editor.clip-unknown')}</span>
        {reason !== null ? (
          <span className="rp-ed-face__reason">{reason}</span>
        ) : windows === undefined ? null : (
          <span className="rp-ed-face__windows">{t('mixing:editor.windows', { count: windows.length })}</span>
        )}
      </span>
    </span>
  );
});
