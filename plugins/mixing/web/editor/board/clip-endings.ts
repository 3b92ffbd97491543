/** Endings of videos, as a file field takes them. */
export const CLIP_ENDINGS = '.mp4,.flv,.mov';
