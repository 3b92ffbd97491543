import { useEffect, useState } from 'react';

import { observer } from '../react/observer.ts';
import { BeforeAfter } from './BeforeAfter.tsx';
import { followPlayback } from './playback/follow-playback.ts';
import type { StudioPlayback } from './playback/StudioPlayback.ts';
import { PlayerScreen } from './player/PlayerScreen.tsx';
import { StudioPlayer, useStudioPlayback } from './StudioPlayer.tsx';

/** Properties of {@link ComparedPlayer}. */
export interface ComparedPlayerProps {
  /** The address of what was made, and of what it was made from: as long, and of the same shape. */
  url: string;
  before: string;
  /** What is compared, for screen readers. */
  label: string;
  poster?: string | null;
  /** Pixels of the picture; its shape. */
  size: { width: number; height: number };
}

/** Plays a video above what it was made from, as one; a line that is moved divides them. The made one is heard. */
export const ComparedPlayer = observer(function ComparedPlayer(properties: ComparedPlayerProps) {
  const { url: given, before, label, poster, size } = properties;
  // Every answer signs addresses again, and new ones would load the same videos again.
  const [{ url, original }] = useState({ url: given, original: before });
  const playback = useStudioPlayback(url);
  return (
    <StudioPlayer playback={playback} url={url} label={label} poster={poster}>
      {(screen) => (
        <BeforeAfter label={label} before={<Original leader={playback} url={original} />} after={screen} shape={size} />
      )}
    </StudioPlayer>
  );
});

const Original = observer(function Original({ leader, url }: { leader: StudioPlayback; url: string }) {
  const own = useStudioPlayback(url);
  useEffect(() => followPlayback(leader, own), [leader, own]);
  return <PlayerScreen playback={own} url={url} isSilent />;
});
