/** Frames per second from which a fingerprint is computed; with a moving camera the picture changes quickly. */
export const FOOTAGE_RATE = 6;

/** Pixels per side of a small frame. */
export const SMALL_SIDE = 64;

/** Bytes of a small frame in the pipe. */
export const SMALL_FRAME_BYTES = SMALL_SIDE * SMALL_SIDE;

/** The filters that produce the small grey frames for fingerprints. */
export const SMALL_FILTER = `scale=${SMALL_SIDE}:${SMALL_SIDE}:flags=area,format=gray`;

const PICKED = `fps=${FOOTAGE_RATE}:round=up`;

/** The filters that pick the small frames of a whole material, {@link FOOTAGE_RATE} a second. */
export const FOOTAGE_FILTER = `${PICKED},${SMALL_FILTER}`;

/** The filters that pick them among pictures of the same size with their colour. */
export const FOOTAGE_OF_SMALL = `${PICKED},format=gray`;

/** Options of an output that writes them to the pipe. */
export const FOOTAGE_OUTPUT = ['-vf', FOOTAGE_FILTER, '-f', 'rawvideo', 'pipe:1'];
