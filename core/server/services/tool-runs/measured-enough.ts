/** The least that says anything about the rest. */
const MIN_TO_ESTIMATE = { done: 0.02, seconds: 2 };

/**
 * Whether so much is done that its pace says how long the rest takes.
 * @param done 0 to 1, since it began
 * @param seconds for how long
 */
export function isMeasuredEnough(done: number, seconds: number): boolean {
  return done >= MIN_TO_ESTIMATE.done && seconds >= MIN_TO_ESTIMATE.seconds;
}
