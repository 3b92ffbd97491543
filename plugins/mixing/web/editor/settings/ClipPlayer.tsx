import { when } from 'mobx';
import { useEffect, useState } from 'react';

import { observer } from '#core/web/react/observer.ts';
import { StudioPlayer, useStudioPlayback, type StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';

import type { MixGroup } from '#plugins/mixing/project.ts';
import { ComparedClip } from './ComparedClip.tsx';
import { WindowTimeline, type ClipWindows } from './WindowTimeline.tsx';
import { windowOf } from './windows.ts';

interface ClipPlayerProps extends ClipWindows {
  /** Which stretch in and out are set for. */
  index: number;
  /** Takes a stretch away. */
  remove(index: number): void;
  /** The group in whose look it is shown, against the clip as it is; null shows the clip alone. */
  compared: MixGroup | null;
  /** Whether it plays at once, or shows the begin of the stretch. */
  plays: boolean;
}

/** Plays a clip to the frame; in and out are those of the stretch that is worked on. */
export const ClipPlayer = observer(function ClipPlayer(properties: ClipPlayerProps) {
  const { index, remove, compared, plays, ...clip } = properties;
  const { material, windows, change } = clip;
  // Every answer signs the address again, and a new one would load the same video again.
  const [url] = useState(material.url);
  const playback = useStudioPlayback(url, {
    // What may not be changed is marked for the eyes only.
    range: change === undefined ? undefined : (windows[index] ?? null),
    onRange(range) {
      if (range === null) remove(index);
      else change?.(index, windowOf(range, material.seconds ?? range.end));
    },
  });
  const [begin] = useState(windows[index]?.start ?? 0);
  useEffect(() => {
    if (plays) playback.play(1);
    else if (begin > 0)
      return when(
        () => playback.duration > 0,
        () => playback.seek(begin),
      );
    return undefined;
  }, [playback, plays, begin]);
  return (
    <StudioPlayer
      playback={playback}
      url={url}
      label={material.name}
      poster={material.poster}
      timeline={<PlayedTimeline playback={playback} {...clip} />}
    >
      {compared === null
        ? undefined
        : (screen) => (
            <ComparedClip
              {...{ playback, windows, group: compared, name: material.name, length: material.seconds ?? 0 }}
            >
              {screen}
            </ComparedClip>
          )}
    </StudioPlayer>
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
