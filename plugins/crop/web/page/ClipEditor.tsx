import { useMemo, useState, type ReactNode } from 'react';

import { pathAt } from '#core/contract/follow-path.ts';
import { partAt } from '#core/contract/reframe.ts';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BoxStage, type StageBox } from '#core/web/studio/BoxStage.tsx';
import { ReframeVeil } from '#core/web/studio/reframed/ReframedPicture.tsx';
import { onStage } from '#core/web/studio/reframed/reframe-view.ts';
import { StudioPlayer, useStudioPlayback, type StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';
import { Timeline } from '#core/web/studio/Timeline.tsx';

import { CropDraft } from '../draft/CropDraft.ts';
import { sizeOf, type Clip } from '../draft/clip.ts';
import { pointBox, ratioOf, reframeOf, withBox, withPoint } from '../draft/clip-edit.ts';
import { ClipSettings } from './ClipSettings.tsx';

/** The clip that is shown: its picture with the box, its time with in and out, and its settings. Keyed by the clip. */
export const ClipEditor = observer(function ClipEditor({ clip }: { clip: Clip }) {
  const draft = useStore(CropDraft);
  const { id, material, edit } = clip;
  // Every answer signs the address again, and a new one would load the same video again.
  const [url] = useState(material.url);
  const playback = useStudioPlayback(url, {
    seconds: material.seconds ?? 0,
    range: edit.window,
    onRange: (window) => draft.set(id, (before) => ({ ...before, window })),
  });
  return (
    <div className="rp-crop">
      <div className="rp-crop__stage">
        <StudioPlayer
          playback={playback}
          url={url}
          label={material.name}
          poster={material.poster}
          sprite={material.sprite}
          timeline={<ClipTimeline playback={playback} clip={clip} />}
        >
          {(screen) => (
            <ClipStage playback={playback} clip={clip}>
              {screen}
            </ClipStage>
          )}
        </StudioPlayer>
      </div>
      <ClipSettings playback={playback} clip={clip} />
    </div>
  );
});

interface PartProps {
  playback: StudioPlayback;
  clip: Clip;
}

const ClipTimeline = observer(function ClipTimeline({ playback, clip: { material, edit } }: PartProps) {
  const t = useText();
  const { time, grid, range } = playback;
  const duration = playback.duration || (material.seconds ?? 0);
  const { start, end } = range ?? { start: 0, end: duration };
  return (
    <Timeline
      label={t('crop:timeline')}
      {...{ duration, time, grid }}
      sprite={material.sprite}
      peaks={material.peaks}
      ranges={duration === 0 ? [] : [{ id: 'cut', name: t('crop:range'), start, end }]}
      markers={
        edit.follows
          ? edit.path.map(({ time: seconds }, at) => {
              return { id: String(seconds), name: t('crop:point-number', { number: at + 1 }), seconds };
            })
          : []
      }
      onSeek={playback.seek}
      onRange={(_, next) => playback.setRange(next.start <= 0 && next.end >= duration ? null : next)}
    />
  );
});

/** The picture with its box; where a point is followed, with that point, and the box drawn around it. */
const ClipStage = observer(function ClipStage({
  playback,
  clip: { id, material, edit },
  children,
}: PartProps & { children: ReactNode }) {
  const t = useText();
  const draft = useStore(CropDraft);
  const size = useMemo(() => sizeOf(material), [material]);
  const reframe = useMemo(() => reframeOf(edit), [edit]);
  const time = edit.follows ? playback.time : 0;
  const at = { x: pathAt(edit.path, 'x', time), y: pathAt(edit.path, 'y', time) };
  const name = edit.shape === 'free' ? t('crop:box') : edit.shape;
  const shown: StageBox = edit.follows
    ? { id: 'point', name: t('crop:point'), box: pointBox(edit, size, at), isFixed: true }
    : { id: 'box', name, box: onStage(partAt(reframe, size, 0), edit) };
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
