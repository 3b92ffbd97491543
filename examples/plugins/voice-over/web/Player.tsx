import { StudioPlayer, useStudioPlayback } from '@reelport/core/studio/StudioPlayer';

/** One video. Give it a `key` by what it plays. */
export function Player({ url, name }: { url: string; name: string }) {
  const playback = useStudioPlayback(url);
  return <StudioPlayer playback={playback} url={url} label={name} />;
}
