import { useCallback, useMemo, type ReactNode } from 'react';

import { boxesIn, tracksOf } from '#core/contract/box-track.ts';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BoxStage } from '#core/web/studio/BoxStage.tsx';
import { LivePreview, type PreviewFrame } from '#core/web/studio/LivePreview.tsx';
import { frameAt, frameStart, type StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';
import { pictureSize } from '#core/web/tools/VideoEditor.tsx';

import { findsText } from '#plugins/removal/removal-settings.ts';
import { boxEdit, boxOf, isWhole, withBox, type CleanedVideo, type RemovalEdit } from '../draft/cleaned-video.ts';
import { RemovalDraft } from '../draft/RemovalDraft.ts';
import { Stills, type WantedStill } from '../draft/Stills.ts';
import { nameOfPlace } from './place-names.ts';

/** Pixels of a side of a box that is drawn by hand, at least. */
const LEAST = 8;
/** Points of the line around found text. */
const LINE = 1.5;

interface RemovalStageProps {
  playback: StudioPlayback;
  video: CleanedVideo;
  chosen: RemovalEdit | null;
  /** The frame that is shown. */
  still: WantedStill | null;
  onChoose(id: string | null): void;
  /** The picture of the player. */
  children: ReactNode;
}

/** The picture with the places from which something is removed, and without its text once that was drawn. */
export const RemovalStage = observer(function RemovalStage(properties: RemovalStageProps) {
  const { playback, video, chosen, still, onChoose, children } = properties;
  const t = useText();
  const draft = useStore(RemovalDraft);
  const stills = useStore(Stills);
  const { id, material, edits } = video;
  const size = useMemo(() => pictureSize(material), [material]);
  // An area for text would be in the way of other boxes while it is not what is worked on, or is the whole picture.
  const handles = edits.filter(
    (edit) => edit.removal.place.kind === 'box' || (edit === chosen && !isWhole(edit.removal.place.area)),
  );
  const picture = stills.areShown && still !== null ? (stills.of(still)?.picture ?? null) : null;
  return (
    <BoxStage
      label={t('removal:stage')}
      picture={size}
      boxes={handles.map((edit) => ({
        ...{ id: edit.id, box: boxOf(edit) },
        name: edit.removal.place.kind === 'text' ? t('removal:text-area') : nameOfPlace(t, edits, edit),
      }))}
      chosen={chosen?.id ?? null}
      least={LEAST}
      onChoose={onChoose}
      onChange={(edit, box) => draft.setEdit(id, edit, (before) => withBox(before, box))}
      onDraw={(box) => {
        const added = boxEdit(box);
        draft.set(id, (before) => [...before, added]);
        onChoose(added.id);
      }}
      onRemove={(edit) => draft.set(id, (before) => before.filter((other) => other.id !== edit))}
    >
      {children}
      {picture === null ? (
        <TextOutlines playback={playback} video={video} />
      ) : (
        <img className="rp-removal-still" src={picture} alt={t('removal:still-alt')} />
      )}
    </BoxStage>
  );
});

/** Lines around the text that was found on the shown frame. */
const TextOutlines = observer(function TextOutlines({
  playback,
  video,
}: Pick<RemovalStageProps, 'playback' | 'video'>) {
  const draft = useStore(RemovalDraft);
  const { id, material, edits } = video;
  const cues = draft.textOf(id)?.cues;
  const tracks = useMemo(() => {
    const { width, height } = pictureSize(material);
    return edits
      .filter(({ removal }) => findsText(removal))
      .flatMap(({ removal }) => tracksOf(removal, cues ?? [], width / height));
  }, [edits, cues, material]);
  const { grid } = playback;
  const draw = useCallback(
    (pen: CanvasRenderingContext2D, { width, height, time }: PreviewFrame) => {
      const number = frameAt(grid, time);
      const seen = { time: frameStart(grid, number), until: frameStart(grid, number + 1) };
      pen.strokeStyle = getComputedStyle(pen.canvas).getPropertyValue('--rp-lamp');
      pen.lineWidth = LINE * devicePixelRatio;
      for (const box of tracks.flatMap((track) => boxesIn(track, seen))) {
        pen.strokeRect(box.x * width, box.y * height, box.width * width, box.height * height);
      }
    },
    [tracks, grid],
  );
  return <LivePreview playback={playback} draw={draw} />;
});
