/** Bytes that a file of each kind may have (product limits). */
export const LARGEST = {
  video: 100 * 1024 * 1024,
  music: 100 * 1024 * 1024,
  image: 100 * 1024 * 1024,
} as const;

/** File endings that the page offers to choose; the bytes decide in the end. */
export const ENDINGS = {
  video: ['mp4', 'flv', 'mov'],
  music: ['mp3', 'wav'],
  image: ['jpg', 'jpeg', 'png', 'webp', 'gif'],
} as const;

/** MIME types that are taken, judged from the bytes. */
export const TYPES = {
  video: ['video/mp4', 'video/x-flv', 'video/quicktime', 'video/x-m4v'],
  music: ['audio/mpeg', 'audio/wav', 'audio/x-wav', 'audio/vnd.wave'],
  image: ['image/jpeg', 'image/png', 'image/webp', 'image/gif'],
} as const;

/** Days that something stays in the trash. */
export const TRASH_DAYS = 30;

/** Maximum nesting depth of folders. */
export const DEEPEST_FOLDER = 10;

/** Most materials and folders that one call may move, remove or restore. */
export const MAX_AT_ONCE = 10_000;
