import type { PlacedShot } from '../render/plan-outputs.ts';

/** Joining, sound and storing of one output beside encoding one new shot of it. */
const JOINING = 0.35;

/** What each output takes: shots that an earlier one of the round shows are encoded already. */
export function weightsOf(outputs: readonly (readonly PlacedShot[])[]): number[] {
  const seen = new Set<string>();
  return outputs.map((shots) => {
    let weight = JOINING;
    for (const { group, material, window } of shots) {
      const key = JSON.stringify([group, material, window.start, window.end]);
      weight += seen.has(key) ? 0 : 1;
      seen.add(key);
    }
    return weight;
  });
}
