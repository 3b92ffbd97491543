/** The format with the fewest pixels, for tests that are not about what a video looks like. */
export const QUICK = { ratio: '1:1', resolution: 480, fit: 'crop' } as const;

/** One that takes its time, for what is done while videos are made. */
export const SLOW = { ratio: '9:16', resolution: 720, fit: 'blur' } as const;
