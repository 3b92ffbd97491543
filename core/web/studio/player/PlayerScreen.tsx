import { useCallback, type SyntheticEvent } from 'react';

import { observer } from '#core/web/react/observer.ts';
import type { StudioPlayback } from '../playback/StudioPlayback.ts';
import { spriteFrame, type Sprite } from '../timeline/sprite-frame.ts';

export interface PlayerScreenProps {
  playback: StudioPlayback;
  url: string;
  poster?: string | undefined;
  /** Small pictures that stand in for the video where the browser cannot show it; the poster without them. */
  sprite?: Sprite | null | undefined;
  /** Its sound is not heard, since another one is heard with it. */
  isSilent?: boolean;
}

/** A browser shows the poster until somebody plays or seeks, where the first frame belongs. */
function showFirstFrame({ currentTarget }: SyntheticEvent<HTMLVideoElement>): void {
  currentTarget.removeAttribute('poster');
}

/** The picture of a playback alone, for places that draw something around it. */
export const PlayerScreen = observer(function PlayerScreen({
  playback,
  url,
  poster,
  sprite,
  isSilent = false,
}: PlayerScreenProps) {
  const attach = useCallback(
    (element: HTMLVideoElement | null) => {
      playback.attach(element);
      return () => playback.attach(null);
    },
    [playback],
  );
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- it is footage that is being worked on */}
      <video
        ref={attach}
        className="rp-studio__video"
        style={playback.isPictureless ? { display: 'none' } : undefined}
        src={url}
        poster={poster}
        playsInline
        preload="auto"
        muted={isSilent || playback.isMuted}
        onLoadedData={showFirstFrame}
        onLoadedMetadata={playback.heardFacts}
        onSeeked={playback.heardSeeked}
        onEnded={playback.heardEnd}
        onError={playback.heardFault}
      />
      {playback.isPictureless && <StandIn {...{ playback, poster, sprite }} />}
    </>
  );
});

/** What is known of the picture at a time, where the browser cannot show the video's own. */
const StandIn = observer(function StandIn({
  playback: { time, duration },
  poster,
  sprite = null,
}: Pick<PlayerScreenProps, 'playback' | 'poster' | 'sprite'>) {
  const still = spriteFrame(sprite, duration === 0 ? 0 : time / duration);
  if (sprite === null || still === null)
    return poster === undefined ? null : <img className="rp-studio__video" src={poster} alt="" />;
  const { width, height } = sprite;
  return (
    <i
      className="rp-studio__video rp-studio__still"
      style={{ ...still, ['--rp-still-ratio' as string]: width / height }}
    />
  );
});
