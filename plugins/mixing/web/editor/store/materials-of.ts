import type { MixProject } from '#plugins/mixing/project.ts';

/** Every material that a project uses, as a clip or as its music, each once. */
export function materialsOf({ groups, music }: MixProject): string[] {
  const clips = groups.flatMap(({ materials }) => materials.map(({ material }) => material));
  return [...new Set(music === null ? clips : [...clips, music.material])];
}
