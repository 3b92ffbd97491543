import type { Picture } from '#core/contract/picture.ts';

/** Must change whenever an encoder setting changes; part of every segment's parameters. */
export const SEGMENT_FORMAT = 'h264-mp4-1';

/** Ticks per second of the picture's timestamps in segments and finished videos. */
export const FRAME_TICKS = 512;

/**
 * Encoder settings of every segment. Segments made with the same settings and picture format have the same
 * parameter sets, so that they can be joined without re-encoding.
 */
export function segmentEncoder(picture: Picture): string[] {
  const level = Math.max(picture.width, picture.height) > 1280 ? '4.1' : '3.2';
  const parameters = [
    `keyint=${picture.fps * 2}`,
    'min-keyint=1',
    'open-gop=0',
    'scenecut=40',
    'repeat-headers=1',
    'stitchable=1',
    'colorprim=bt709',
    'transfer=bt709',
    'colormatrix=bt709',
    // Sources may state their chroma location; written into only some segments, it would make their parameter
    // sets differ.
    'chromaloc=0',
    // Without this the first picture is coded too coarsely for all the pictures predicted from it.
    'zones=0,0,b=1.5',
  ];
  return [
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '21.1', '-profile:v', 'high', '-level', level],
    ...['-x264-params', parameters.join(':'), '-pix_fmt', 'yuv420p', '-color_range', 'tv', '-threads:v', '1'],
    ...['-video_track_timescale', String(picture.fps * FRAME_TICKS), '-f', 'mp4'],
  ];
}

/** A fast lossless format for the frames that a transition will blend; never shown. */
export const INTERMEDIATE_ENCODER = ['-c:v', 'utvideo', '-pix_fmt', 'yuv420p', '-threads:v', '1', '-f', 'nut'];
