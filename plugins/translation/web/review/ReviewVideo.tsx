import { useEffect } from 'react';

import { slowestIn, type SlowStretch } from '#core/contract/slow-stretches.ts';
import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { BoxStage } from '#core/web/studio/BoxStage.tsx';
import type { StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';
import { pictureSize, useOpenVideo, VideoEditor, VideoTimeline } from '#core/web/tools/VideoEditor.tsx';
import type { Material } from '#plugins/materials/api.ts';

import { DubStore } from '../dubbing/DubStore.ts';
import { LineList } from './LineList.tsx';
import { ReviewStore } from './ReviewStore.ts';
import '../parts/translation.css';

/** The video of a project with the translation over it, and the lines beside it. */
export const ReviewVideo = observer(function ReviewVideo({ material }: { material: Material }) {
  const t = useText();
  const open = useOpenVideo(material);
  const { stretches } = useStore(DubStore);
  useEffect(() => playSlower(open.playback, stretches), [open.playback, stretches]);
  return (
    <VideoEditor
      open={open}
      panel="list"
      timeline={<VideoTimeline open={open} label={t('translation:project.title')} />}
      stage={(screen) => (
        <BoxStage label={t('translation:project.title')} picture={pictureSize(material)}>
          {screen}
          <ShownLine playback={open.playback} />
        </BoxStage>
      )}
    >
      <LineList playback={open.playback} />
    </VideoEditor>
  );
});

/** Plays a video as slow as a dub of it is. @returns stops that */
function playSlower(playback: StudioPlayback, stretches: readonly SlowStretch[]): () => void {
  return playback.onFrame((video) => {
    if (playback.speed <= 0) return;
    const now = video.currentTime * 1000;
    const rate = playback.speed / slowestIn(stretches, { start: now, end: now + 1 });
    if (video.playbackRate !== rate) video.playbackRate = rate;
  });
}

/** The translation of the shown moment, over the picture. */
const ShownLine = observer(function ShownLine({ playback }: { playback: StudioPlayback }) {
  const store = useStore(ReviewStore);
  const now = playback.time * 1000;
  const shown = store.lines.find(({ start, end }) => now >= start && now < end);
  const text = shown === undefined ? '' : store.textOf(shown);
  if (text.trim() === '') return null;
  return (
    <div className="rp-review-stage" aria-hidden="true">
      <p dir="auto">{text}</p>
    </div>
  );
});
