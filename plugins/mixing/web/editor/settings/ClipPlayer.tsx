import { useEffect, useState } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { StudioPlayer, useStudioPlayback, type StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';

import { WindowTimeline, type ClipWindows } from './WindowTimeline.tsx';
import { windowOf } from './windows.ts';

interface ClipPlayerProps extends ClipWindows {
  /** Which stretch in and out are set for. */
  index: number;
  /** Takes the stretch that is worked on away. */
  remove(): void;
}

/** Plays a clip to the frame, at once; in and out are those of the stretch that is worked on. */
export const ClipPlayer = observer(function ClipPlayer({ index, remove, ...clip }: ClipPlayerProps) {
  const { material, windows, change } = clip;
  // Every answer signs the address again, and a new one would load the same video again.
  const [url] = useState(material.url);
  const playback = useStudioPlayback(url, {
    // What may not be changed is marked for the eyes only.
    range: change === undefined ? undefined : (windows[index] ?? null),
    onRange(range) {
      if (range === null) remove();
      else change?.(index, windowOf(range, material.seconds ?? range.end));
    },
  });
  useEffect(() => playback.play(1), [playback]);
  return (
    <StudioPlayer
      playback={playback}
      url={url}
      label={material.name}
      poster={material.poster}
      timeline={<PlayedTimeline playback={playback} {...clip} />}
    />
  );
});

/** Apart from the rest, because the time changes with each picture. */
const PlayedTimeline = observer(function PlayedTimeline({
  playback,
  ...clip
}: ClipWindows & { playback: StudioPlayback }) {
  const { time, grid, seek } = playback;
  const duration = playback.duration || (clip.material.seconds ?? 0);
  return <WindowTimeline {...clip} {...{ duration, time, grid, seek }} />;
});
