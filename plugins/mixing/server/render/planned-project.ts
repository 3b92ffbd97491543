import type { MixGroup, MixProject } from '#plugins/mixing/project.ts';

/** What of a project decides which combinations there are, and how long each part lasts. */
export type PlannedProject = Pick<MixProject, 'ratio' | 'resolution' | 'order' | 'shotSeconds'> & {
  groups: readonly Pick<MixGroup, 'id' | 'name' | 'speed' | 'transition' | 'materials'>[];
};
