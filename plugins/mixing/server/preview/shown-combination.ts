import type { RecipeShot } from '../render/recipe.ts';

/** A combination as it is rendered. */
export interface ShownCombination {
  shots: RecipeShot[];
  title: string | null;
  /** Which part of the dubbing it says; absent where all is said in each. */
  position?: number;
  /** Frames shared with the next shot, by group id. */
  blends: Record<string, number>;
  /** Length of the shortest video of the project, in seconds: the voice is spoken to fit into it. */
  shortestSeconds: number;
}
