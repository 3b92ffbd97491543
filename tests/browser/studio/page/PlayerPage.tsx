import { useCallback } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { LivePreview, type PreviewFrame } from '#core/web/studio/LivePreview.tsx';
import { StudioPlayer, useStudioPlayback } from '#core/web/studio/StudioPlayer.tsx';

const query = new URLSearchParams(location.search);
const url = `/${query.get('video') ?? 'numbered.mp4'}`;

const reader = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });

/** A player whose live preview mirrors the picture; below it what it is at, and the number that its frame shows. */
export const PlayerPage = observer(function PlayerPage() {
  const playback = useStudioPlayback(url);
  const draw = useCallback((pen: CanvasRenderingContext2D, { picture, width, height }: PreviewFrame) => {
    pen.scale(-1, 1);
    pen.drawImage(picture, -width, 0, width, height);
    // Each frame of the footage is one grey: 16, and 4 more for each frame before it.
    reader?.drawImage(pen.canvas, width / 2, height / 2, 1, 1, 0, 0, 1, 1);
    const [grey = 0] = reader?.getImageData(0, 0, 1, 1).data ?? [];
    document.querySelector('canvas')?.setAttribute('data-grey', String(grey));
  }, []);
  const { frame, time, duration, speed, range, isLoop, grid } = playback;
  return (
    <>
      <StudioPlayer playback={playback} url={url} label="numbered.mp4">
        {(screen) => (
          <div style={{ position: 'relative', inlineSize: 'fit-content' }}>
            {screen}
            <LivePreview playback={playback} draw={draw} />
          </div>
        )}
      </StudioPlayer>
      <output>{JSON.stringify({ frame, time, duration, speed, range, isLoop, kind: grid.kind, grid })}</output>
    </>
  );
});
