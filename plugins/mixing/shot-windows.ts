/**
 * Cuts a material into windows that do not overlap, one after the other: 10 s at 3 s a shot gives
 * three. A material shorter than a shot gives one window of its own length; one shorter than
 * `minimum` gives none. All in seconds, exact to the millisecond.
 * @throws TypeError when the shot length is not above 0
 */
export function windowsOf(
  durationSeconds: number,
  shotSeconds: number,
  minimum = 1,
): Array<{ start: number; end: number }> {
  if (!(shotSeconds > 0)) throw new TypeError('windowsOf: shotSeconds must be above 0');
  const duration = Math.round(durationSeconds * 1000);
  const shot = Math.max(1, Math.round(shotSeconds * 1000));
  if (!(duration >= Math.round(minimum * 1000)) || duration <= 0) return [];
  const count = Math.floor(duration / shot);
  if (count === 0) return [{ start: 0, end: duration / 1000 }];
  return Array.from({ length: count }, (_, at) => ({ start: (at * shot) / 1000, end: ((at + 1) * shot) / 1000 }));
}
