import { reaction } from 'mobx';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import { Icon } from '#core/web/components/Icon.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { readFrameGrid } from './frames/read-frame-grid.ts';
import { timecode } from './frames/timecode.ts';
import { StudioPlayback, type StudioPlaybackOptions } from './playback/StudioPlayback.ts';
import type { TimeRange } from './playback/range.ts';
import { hearPlayerKey } from './player/hear-player-key.ts';
import { PlayerControls } from './player/PlayerControls.tsx';
import { PlayerScreen } from './player/PlayerScreen.tsx';
import type { Sprite } from './timeline/sprite-frame.ts';
import './StudioPlayer.css';

export type { FrameGrid, FrameRate } from './frames/frame-grid.ts';
export type { TimeRange } from './playback/range.ts';
export type { StudioPlaybackOptions } from './playback/StudioPlayback.ts';
export { constantGrid, frameAt, frameRate, frameStart } from './frames/frame-grid.ts';
export { lengthCode, lengthWords, readTimecode, timecode } from './frames/timecode.ts';
export { StudioPlayback } from './playback/StudioPlayback.ts';
export { PlayerScreen } from './player/PlayerScreen.tsx';

/** What {@link useStudioPlayback} plays of the video, and whom it tells. */
export interface UsedPlaybackOptions extends StudioPlaybackOptions {
  /** In and out where they are kept elsewhere, such as in the settings of a clip; null is the whole video. */
  range?: TimeRange | null;
  /** In or out was set in the player. */
  onRange?(range: TimeRange | null): void;
}

/**
 * The playback of one video for a component; it is another one when the address changes, and ends with the component.
 * When the video shows its frames is read from its file, unless it is given.
 */
export function useStudioPlayback(
  url: string,
  { frames, seconds, range, onRange }: UsedPlaybackOptions = {},
): StudioPlayback {
  const [made, make] = useState(() => ({ url, playback: new StudioPlayback({ frames, seconds }) }));
  const current = made.url === url ? made : { url, playback: new StudioPlayback({ frames, seconds }) };
  if (current !== made) make(current);
  const { playback } = current;
  useEffect(() => {
    let isGone = false;
    if (frames !== undefined) playback.setGrid(frames);
    else {
      void readFrameGrid(url).then((grid) => {
        if (grid !== null && !isGone) playback.heardGrid(grid);
      });
    }
    return () => {
      isGone = true;
      playback.dispose();
    };
  }, [playback, url, frames]);
  const kept = useRef({ range, onRange });
  // At once: a range that is being dragged must not be put back to where it was a moment ago.
  useLayoutEffect(() => {
    kept.current = { range, onRange };
    if (range !== undefined && range !== playback.range) playback.setRange(range);
  }, [playback, range, onRange]);
  useEffect(
    () =>
      reaction(
        () => playback.range,
        (next) => {
          if (next !== kept.current.range) kept.current.onRange?.(next);
        },
      ),
    [playback],
  );
  return playback;
}

export interface StudioPlayerProps {
  playback: StudioPlayback;
  /** The address of the video. */
  url: string;
  /** What it shows, for screen readers. */
  label: string;
  /** Shown until the video has a picture. */
  poster?: string | null;
  /** Small pictures that stand in for the video where the browser cannot show it; the poster without them. */
  sprite?: Sprite | null;
  /** Wraps or covers the picture: a stage with boxes, a live preview. It draws `screen` in its middle. */
  children?(screen: ReactNode): ReactNode;
  /** Stands between picture and buttons: a timeline. It replaces the line to seek on. */
  timeline?: ReactNode;
}

/**
 * Plays a video to the frame. Keys reach it wherever the focus is inside: space, comma and full stop or arrows for
 * frames, J K L, I and O; its help lists all of them.
 */
export const StudioPlayer = observer(function StudioPlayer(properties: StudioPlayerProps) {
  const { playback, url, label, poster, sprite, children, timeline } = properties;
  const t = useText();
  const frame = useRef<HTMLDivElement>(null);
  const screen = <PlayerScreen playback={playback} url={url} poster={poster ?? undefined} sprite={sprite} />;
  const { note, grid } = playback;
  return (
    <div
      ref={frame}
      className="rp-studio"
      role="group"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event: KeyboardEvent) => hearPlayerKey(playback, event)}
    >
      <div className="rp-studio__picture">
        {children === undefined ? (
          <PlainButton className="rp-studio__screen" tabIndex={-1} aria-hidden="true" onClick={playback.toggle}>
            {screen}
            {!playback.isPlaying && !playback.hasFailed && (
              <span className="rp-studio__start">
                <Icon name="play" />
              </span>
            )}
          </PlainButton>
        ) : (
          children(screen)
        )}
      </div>
      {timeline}
      <PlayerControls playback={playback} frame={frame} hasLine={timeline === undefined} />
      <p className="rp-visually-hidden" role="status">
        {note !== null && t(`shell:studio.note-${note.kind}`, { time: timecode(grid, note.seconds) })}
      </p>
    </div>
  );
});
