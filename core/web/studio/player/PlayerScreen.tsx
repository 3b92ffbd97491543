import { useCallback, type SyntheticEvent } from 'react';

import { observer } from '#core/web/react/observer.ts';
import type { StudioPlayback } from '../playback/StudioPlayback.ts';

export interface PlayerScreenProps {
  playback: StudioPlayback;
  url: string;
  poster?: string | undefined;
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
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- it is footage that is being worked on
    <video
      ref={attach}
      className="rp-studio__video"
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
  );
});
