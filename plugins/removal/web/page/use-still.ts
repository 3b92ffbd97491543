import { useEffect } from 'react';

import { useStore } from '#core/web/react/use-store.ts';
import { frameAt, frameStart, type StudioPlayback } from '#core/web/studio/StudioPlayer.tsx';

import { problemOf, type CleanedVideo } from '../draft/cleaned-video.ts';
import { RemovalDraft } from '../draft/RemovalDraft.ts';
import { Stills, type WantedStill } from '../draft/Stills.ts';

/** Milliseconds that the player has to rest on a frame: whoever goes through frames wants none of those between. */
const RESTS = 400;

/**
 * The frame that the player rests on, as it is previewed; drawn without its text while previews are on.
 * @returns null while the player runs, and where nothing can be removed yet
 */
export function useStill(playback: StudioPlayback, video: CleanedVideo): WantedStill | null {
  const { language } = useStore(RemovalDraft);
  const stills = useStore(Stills);
  const { id, edits } = video;
  const { grid, time, isPlaying } = playback;
  const at = Math.round(frameStart(grid, frameAt(grid, time)) * 1e4) / 1e4;
  const still: WantedStill | null =
    isPlaying || problemOf(video) !== null ? null : { id, at, removals: edits.map(({ removal }) => removal), language };
  const wanted = stills.areShown && still !== null ? JSON.stringify(still) : null;
  useEffect(() => {
    if (wanted === null) return undefined;
    const timer = setTimeout(() => void stills.open(JSON.parse(wanted) as WantedStill), RESTS);
    return () => clearTimeout(timer);
  }, [stills, wanted]);
  return still;
}
