/** Draws the sample clips where there are none yet, and fills a sample project with them. */
export const DRAW_SAMPLES = 'mixing.draw-samples';
