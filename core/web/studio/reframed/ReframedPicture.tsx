import { useCallback, useMemo } from 'react';

import { reframedSize, type Reframe } from '#core/contract/reframe.ts';
import { LivePreview, type PreviewFrame } from '../LivePreview.tsx';
import type { StudioPlayback } from '../playback/StudioPlayback.ts';
import type { Size } from '../stage/box-geometry.ts';
import { drawOutside, drawReframed } from './reframe-view.ts';
import './ReframedPicture.css';

interface ReframedPictureProps {
  playback: StudioPlayback;
  reframe: Reframe;
  /** Displayed pixels of the video. */
  size: Size;
}

/** What a reframing shows of a video, as it is played beside it. Its height is `--rp-reframed-height`, or 200 pixels. */
export function ReframedPicture({ playback, reframe, size }: ReframedPictureProps) {
  const draw = useCallback(
    (pen: CanvasRenderingContext2D, frame: PreviewFrame) => drawReframed(pen, frame, reframe),
    [reframe],
  );
  const { width, height } = useMemo(() => reframedSize(reframe, size), [reframe, size]);
  const style: object = { '--rp-reframed-ratio': width / height };
  return (
    <div className="rp-reframed">
      <div className="rp-reframed__frame" style={style}>
        <LivePreview playback={playback} draw={draw} />
      </div>
    </div>
  );
}

/** Above an upright picture of a player: darkens what a reframing leaves out, in every frame. */
export function ReframeVeil({ playback, reframe }: Pick<ReframedPictureProps, 'playback' | 'reframe'>) {
  const draw = useCallback(
    (pen: CanvasRenderingContext2D, frame: PreviewFrame) => drawOutside(pen, frame, reframe),
    [reframe],
  );
  return <LivePreview playback={playback} draw={draw} />;
}
