import { useMemo, type ReactNode } from 'react';

import { pathAt } from '#core/contract/follow-path.ts';
import { partAt, reframedSize } from '#core/contract/reframe.ts';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BoxStage, type StageBox } from '#core/web/studio/BoxStage.tsx';
import { ReframeVeil } from '#core/web/studio/reframed/ReframedPicture.tsx';
import { onStage } from '#core/web/studio/reframed/reframe-view.ts';
import type { StudioPlayback, TimeRange } from '#core/web/studio/StudioPlayer.tsx';
import { pictureSize, useOpenVideo, VideoEditor, VideoTimeline } from '#core/web/tools/VideoEditor.tsx';

import { CropDraft } from '../draft/CropDraft.ts';
import type { Clip } from '../draft/clip.ts';
import { pointBox, ratioOf, reframeOf, withBox, withPoint } from '../draft/clip-edit.ts';
import { ClipSettings } from './ClipSettings.tsx';

/** The clip that is shown: its picture with the box, its time with in and out, and its settings. Keyed by the clip. */
export const ClipEditor = observer(function ClipEditor({ clip }: { clip: Clip }) {
  const t = useText();
  const draft = useStore(CropDraft);
  const { id, material, edit } = clip;
  const setWindow = (window: TimeRange | null): void => draft.set(id, (before) => ({ ...before, window }));
  const open = useOpenVideo(material, { range: edit.window, onRange: setWindow });
  const { playback } = open;
  const points = edit.path.map(({ time: seconds }, at) => {
    return { id: String(seconds), name: t('crop:point-number', { number: at + 1 }), seconds };
  });
  return (
    <VideoEditor
      open={open}
      stage={(screen) => (
        <ClipStage playback={playback} clip={clip}>
          {screen}
        </ClipStage>
      )}
      timeline={
        <VideoTimeline
          open={open}
          label={t('crop:timeline')}
          windows={[{ id: 'cut', name: t('crop:range'), window: edit.window }]}
          markers={edit.follows ? points : []}
          onWindow={(_, window) => setWindow(window)}
        />
      }
    >
      <ClipSettings playback={playback} clip={clip} />
    </VideoEditor>
  );
});

interface ClipStageProps {
  playback: StudioPlayback;
  clip: Clip;
  /** The picture of the player. */
  children: ReactNode;
}

/** The picture with its box; where a point is followed, with that point, and the box drawn around it. */
const ClipStage = observer(function ClipStage({ playback, clip: { id, material, edit }, children }: ClipStageProps) {
  const t = useText();
  const draft = useStore(CropDraft);
  const size = useMemo(() => pictureSize(material), [material]);
  const reframe = useMemo(() => reframeOf(edit), [edit]);
  const time = edit.follows ? playback.time : 0;
  const at = { x: pathAt(edit.path, 'x', time), y: pathAt(edit.path, 'y', time) };
  const name = edit.shape === 'free' ? t('crop:box') : edit.shape;
  const shown: StageBox = edit.follows
    ? { id: 'point', name: t('crop:point'), box: pointBox(edit, size, at), isFixed: true }
    : {
        id: 'box',
        name,
        box: onStage(partAt(reframe, size, 0), edit),
        pixels: reframedSize({ ...reframe, shortSide: null }, size),
      };
  const boxes = edit.shape === 'whole' ? [] : [shown];
  return (
    <BoxStage
      label={t('crop:stage')}
      picture={size}
      turn={edit.turn}
      mirror={{ across: edit.flipAcross, down: edit.flipDown }}
      boxes={boxes}
      chosen={shown.id}
      ratio={ratioOf(edit.shape)}
      dims={!edit.follows}
      thirds={!edit.follows}
      onChoose={() => undefined}
      onChange={(_, box) =>
        draft.set(id, (before) => (before.follows ? withPoint(before, time, box) : withBox(before, size, box)))
      }
      onDraw={boxes.length > 0 ? undefined : (box) => draft.set(id, (before) => withBox(before, size, box))}
    >
      {children}
      {edit.follows && <ReframeVeil playback={playback} reframe={reframe} />}
    </BoxStage>
  );
});
