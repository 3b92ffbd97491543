import { useEffect, useMemo, useState } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { frameStart, type TimeRange } from '#core/web/studio/StudioPlayer.tsx';
import { OpenVideoPlayer, useOpenVideo, VideoTimeline } from '#core/web/tools/VideoEditor.tsx';
import { useReadOnly } from '#core/web/ui/ReadOnly.tsx';
import type { Material } from '#plugins/materials/api.ts';

import type { FilledSlot, Piece } from '#plugins/pieces/choose-pieces.ts';
import type { OpenedProject } from './OpenedProject.ts';
import type { Materials } from './use-materials.ts';

interface StageProps {
  project: OpenedProject;
  materials: Materials;
  /** The slot that is shown. */
  shown: FilledSlot;
  /** What is looked at in place of its piece; null for that piece. */
  seen: Piece | null;
}

/** The video of the shown piece, which plays the piece again and again; its edges are dragged on the timeline. */
export const PieceStage = observer(function PieceStage({ materials, ...properties }: StageProps) {
  const t = useText();
  const { shown, seen, project } = properties;
  const id = (seen ?? shown.piece)?.material ?? project.row?.materials[0] ?? '';
  const material = materials.get(id);
  if (material === undefined) return <p className="rp-pieces-editor__none">{t('pieces:video-gone')}</p>;
  return <VideoStage key={id} {...properties} material={material} />;
});

const VideoStage = observer(function VideoStage(properties: Omit<StageProps, 'materials'> & { material: Material }) {
  const { project, shown, seen, material } = properties;
  const t = useText();
  const isReadOnly = useReadOnly();
  const piece = seen ?? shown.piece;
  const [from, to] = [piece?.from, piece?.to];
  const range = useMemo(() => (from === undefined || to === undefined ? null : { start: from, end: to }), [from, to]);
  const mayAdjust = !isReadOnly && seen === null && !shown.isLocked;
  const frameOf = (grid: typeof playback.grid): number => frameStart(grid, 1) - frameStart(grid, 0);
  const adjust = (slot: string, next: TimeRange, stroke: string | null): void =>
    project.adjust(slot, { from: next.start, to: next.end }, frameOf(playback.grid), stroke);
  const open = useOpenVideo(material, {
    range,
    onRange: (next) => next !== null && mayAdjust && adjust(shown.slot.id, next, null),
  });
  const { playback } = open;
  const isPiece = piece !== null && piece.material === material.id;
  useEffect(() => {
    playback.setLoop(true);
  }, [playback]);
  const key = isPiece ? `${shown.slot.id} ${seen === null ? '' : seen.from}` : '';
  // Where it begins when it is shown; edges that are dragged leave the player where it is.
  const [begun, begin] = useState('');
  useEffect(() => {
    if (key === begun || from === undefined) return;
    begin(key);
    playback.seek(from);
    if (seen !== null) playback.play(1);
  }, [key, begun, from, playback, seen]);
  const own = project.slots.flatMap(({ slot, piece: placed }) =>
    placed?.material === material.id && (seen === null || slot.id !== shown.slot.id)
      ? [{ id: slot.id, name: slot.name, start: placed.from, end: placed.to }]
      : [],
  );
  const others = project.takenOf(material.id).map((taken, at) => ({
    ...{ id: `taken ${at}`, name: t('pieces:taken'), start: taken.from, end: taken.to },
  }));
  const looked = seen === null ? [] : [{ id: 'seen', name: t('pieces:alternative'), start: seen.from, end: seen.to }];
  // Its shape is known before the video is, so that nothing moves when that comes.
  const shape: object = { '--rp-pieces-ratio': (material.width ?? 16) / (material.height ?? 9) };
  return (
    <div className="rp-pieces-editor__video" style={shape}>
      <OpenVideoPlayer
        open={open}
        timeline={
          <VideoTimeline
            open={open}
            label={t('pieces:timeline')}
            ranges={[...own, ...looked, ...others]}
            onRange={isReadOnly ? undefined : (slot, next) => adjust(slot, next, `drag ${slot}`)}
            onRelease={() => project.endStroke()}
            onFocus={(slot) => own.some((known) => known.id === slot) && project.select(slot)}
          />
        }
      />
    </div>
  );
});
