import type { MediaInfo } from '#core/server/services/media/media-info.ts';

/** Times are counted from the file's own start, which ffmpeg knows only where it analyses the file. */
export function seekTo({ startTime }: MediaInfo, seconds: number): string[] {
  const at = startTime + seconds;
  return at <= 0 ? [] : ['-seek_timestamp', '1', '-ss', at.toFixed(6)];
}
