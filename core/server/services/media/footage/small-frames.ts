/** Frames per second from which a fingerprint is computed; with a moving camera the picture changes quickly. */
export const FOOTAGE_RATE = 6;

/** Pixels per side of a small frame. */
export const SMALL_SIDE = 64;

/** Bytes of a small frame in the pipe. */
export const SMALL_FRAME_BYTES = SMALL_SIDE * SMALL_SIDE;

/** The filters that produce the small grey frames for fingerprints. */
export const SMALL_FILTER = `scale=${SMALL_SIDE}:${SMALL_SIDE}:flags=area,format=gray`;

/** The filters that pick the small frames of a whole material, {@link FOOTAGE_RATE} a second. */
export const FOOTAGE_FILTER = `fps=${FOOTAGE_RATE}:round=up,${SMALL_FILTER}`;

/** Options of an output that writes them to the pipe. */
export const FOOTAGE_OUTPUT = ['-vf', FOOTAGE_FILTER, '-f', 'rawvideo', 'pipe:1'];
