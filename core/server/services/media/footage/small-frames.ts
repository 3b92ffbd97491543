/** How many frames a second of footage its fingerprint is taken from. A moving camera shows something else soon. */
export const FOOTAGE_RATE = 6;

/** Pixels on each side of a small frame. */
export const SMALL_SIDE = 64;

/** Bytes of a small frame on its pipe. */
export const SMALL_FRAME_BYTES = SMALL_SIDE * SMALL_SIDE;

/** The filters that make the small grey frames that fingerprints are taken from. */
export const SMALL_FILTER = `scale=${SMALL_SIDE}:${SMALL_SIDE}:flags=area,format=gray`;
