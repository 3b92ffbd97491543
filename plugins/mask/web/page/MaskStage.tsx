import { reaction } from 'mobx';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BoxStage } from '#core/web/studio/BoxStage.tsx';
import { LivePreview, type PreviewFrame } from '#core/web/studio/LivePreview.tsx';
import { pictureSize } from '#core/web/tools/VideoEditor.tsx';
import { frameAt, frameStart, type StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';

import { MaskDraft } from '../draft/MaskDraft.ts';
import {
  boxMask,
  handleOf,
  isWhole,
  tracksOfEdit,
  withHandle,
  type MaskedVideo,
  type MaskEdit,
} from '../draft/masked-video.ts';
import { drawMasks } from './draw-masks.ts';
import { nameOfMask } from './mask-names.ts';

/** Pixels of a side of a box that is drawn by hand, at least. */
const LEAST = 8;

interface MaskStageProps {
  playback: StudioPlayback;
  video: MaskedVideo;
  chosen: MaskEdit | null;
  onChoose(id: string | null): void;
  /** The picture of the player. */
  children: ReactNode;
}

/** The picture under its masks, with the box of the chosen one; another box is drawn anywhere else. */
export const MaskStage = observer(function MaskStage({ playback, video, chosen, onChoose, children }: MaskStageProps) {
  const t = useText();
  const draft = useStore(MaskDraft);
  const { id, material, masks } = video;
  const size = useMemo(() => pictureSize(material), [material]);
  const time = masks.some(({ moves }) => moves) ? playback.time : 0;
  // An area for text would be in the way of other boxes while it is not what is worked on, or is the whole picture.
  const handles = masks.filter(
    (edit) => edit.mask.place.kind === 'box' || (edit === chosen && !isWhole(edit.mask.place.area)),
  );
  return (
    <BoxStage
      label={t('mask:stage')}
      picture={size}
      boxes={handles.map((edit) => ({
        ...{ id: edit.id, box: handleOf(edit, time) },
        name: edit.mask.place.kind === 'text' ? t('mask:text-area') : nameOfMask(t, masks, edit),
      }))}
      chosen={chosen?.id ?? null}
      least={LEAST}
      onChoose={onChoose}
      onChange={(mask, box) => draft.setMask(id, mask, (edit) => withHandle(edit, box, playback.time))}
      onDraw={(box) => {
        const added = boxMask(box);
        draft.set(id, (before) => [...before, added]);
        onChoose(added.id);
      }}
      onRemove={(mask) => draft.set(id, (before) => before.filter((edit) => edit.id !== mask))}
    >
      {children}
      <MaskPreview playback={playback} video={video} />
    </BoxStage>
  );
});

/** What the masks look like on the shown frame. */
const MaskPreview = observer(function MaskPreview({ playback, video }: Pick<MaskStageProps, 'playback' | 'video'>) {
  const draft = useStore(MaskDraft);
  const { id, material, masks } = video;
  const cues = draft.textOf(id)?.cues;
  const drawn = useMemo(
    () => masks.map((edit) => ({ ...edit.mask, tracks: tracksOfEdit(edit, cues ?? [], material) })),
    [masks, cues, material],
  );
  const images = useImages(masks.flatMap(({ mask: { look } }) => (look.kind === 'picture' ? [look.image] : [])));
  const { grid } = playback;
  const draw = useCallback(
    (pen: CanvasRenderingContext2D, frame: PreviewFrame) => {
      const number = frameAt(grid, frame.time);
      const seen = { time: frameStart(grid, number), until: frameStart(grid, number + 1) };
      drawMasks(pen, frame, drawn, seen, (image) => images.get(image));
    },
    [drawn, grid, images],
  );
  return <LivePreview playback={playback} draw={draw} />;
});

/** Images of the library, as they arrive. */
function useImages(ids: readonly string[]): ReadonlyMap<string, HTMLImageElement> {
  const draft = useStore(MaskDraft);
  const [images, set] = useState<ReadonlyMap<string, HTMLImageElement>>(new Map());
  const wanted = ids.join();
  useEffect(
    () =>
      reaction(
        () => wanted.split(',').flatMap((id) => draft.imageOf(id) ?? []),
        (materials) => {
          for (const { id, url, poster } of materials) {
            const image = new Image();
            image.addEventListener('load', () => set((before) => new Map([...before, [id, image]])), { once: true });
            image.src = poster ?? url;
          }
        },
        { fireImmediately: true },
      ),
    [draft, wanted],
  );
  return images;
}
