/** A drag that starts slowly, hurries, overshoots a little and settles. */
export function handTrail(x: number): { x: number; y: number; t: number }[] {
  return Array.from({ length: 40 }, (_, index) => {
    const share = index / 39;
    const eased = share < 0.5 ? 4 * share ** 3 : 1 - (-2 * share + 2) ** 3 / 2;
    return {
      x: Math.round(x * eased + (index === 37 ? 2 : 0)),
      y: Math.round(Math.sin(index / 5) * 2),
      t: Math.round(index * 16.7 + (index % 3)),
    };
  });
}
