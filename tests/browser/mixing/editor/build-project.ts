import type { MixProject } from '#plugins/mixing/project.ts';
import { mixProjectSchema } from '#plugins/mixing/project.ts';

/** A project of two groups with two clips each; what a test is about is said by the test. */
export function buildProject(more: Partial<MixProject> = {}): MixProject {
  const group = (id: string, ...materials: string[]) => ({
    id,
    name: id,
    materials: materials.map((material) => ({ material })),
  });
  return {
    ...mixProjectSchema.parse({
      name: 'Summer',
      resolution: 720,
      groups: [group('a', 'm1', 'm2'), group('b', 'm3', 'm4')],
    }),
    ...more,
  };
}
