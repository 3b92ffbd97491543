/** How fast J and L play, one faster with every further press. */
const SPEEDS = [1, 2, 4, 8];

/**
 * The speed after J, K or L was pressed: L plays forwards and J backwards, a further press faster; the key of the other
 * direction turns round at the speed of 1, K stops.
 * @param speed before it; 0 is standing still, backwards is negative
 */
export function shuttle(speed: number, key: 'j' | 'k' | 'l'): number {
  if (key === 'k') return 0;
  const direction = key === 'l' ? 1 : -1;
  if (speed * direction <= 0) return direction;
  const faster = SPEEDS.find((known) => known > Math.abs(speed)) ?? SPEEDS.at(-1) ?? 1;
  return faster * direction;
}
