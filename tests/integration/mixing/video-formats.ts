/** The format with the fewest pixels, for tests that are not about what a video looks like. */
export const QUICK = { ratio: '1:1', resolution: 480, fit: 'crop' } as const;
