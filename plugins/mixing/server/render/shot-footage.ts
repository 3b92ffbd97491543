import { join, parse } from 'node:path';

import { ExpectedError } from '#core/contract/errors.ts';
import type { Media } from '#core/server/services/media/media.ts';
import { CLIP_FILES } from '../operations/clip.ts';
import { readFingerprint } from '#core/server/services/media/footage/fingerprint-file.ts';
import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import type { PlanGroup } from '../plan/plan-input.ts';
import type { ReadyMaterial } from './ready-material.ts';
import { recipeOf, type RecipeShot } from './recipe.ts';
import type { RenderedOutput } from './render-output.ts';

/** What shots show, as it was rendered: by {@link footageKey}. */
export type ShotFootage = Map<string, Fingerprint>;

/** Names what a shot shows: captions, transitions and mirroring change nothing of it. */
export function footageKey(project: MixProject, { group, material, window }: RecipeShot): string {
  const speed = project.groups.find(({ id }) => id === group)?.speed ?? 1;
  return JSON.stringify([material, window.start, window.end, speed]);
}

/** The pieces that are bodies of shots, in the order of the shots; what lies between them are transitions. */
export function bodiesOf(parts: RenderedOutput['parts']): RenderedOutput['parts'] {
  // Without the ending: earlier outputs were made of segments in another format.
  return parts.filter(({ key }) => key.includes(`/${parse(CLIP_FILES.body).name}.`));
}

/** What the shots of rendered outputs show. */
export function footageOf(
  project: MixProject,
  outputs: readonly { shots: readonly RecipeShot[]; parts: RenderedOutput['parts'] }[],
): ShotFootage {
  const footage: ShotFootage = new Map();
  for (const { shots, parts } of outputs) {
    const bodies = bodiesOf(parts);
    shots.forEach((shot, index) => {
      const shown = bodies[index]?.footage;
      if (shown !== undefined) {
        footage.set(footageKey(project, shot), shown);
      }
    });
  }
  return footage;
}

export interface LearnFootageOptions {
  project: MixProject;
  materials: ReadonlyMap<string, ReadyMaterial>;
  groups: readonly PlanGroup[];
  /** What is known already; the rest is added. */
  footage: ShotFootage;
  signal?: AbortSignal;
}

/** Makes the clips of all shots whose footage is not known. One that cannot be made stays unknown. */
export async function learnFootage(media: Media, options: LearnFootageOptions): Promise<void> {
  const { project, materials, groups, footage, signal } = options;
  const unknown = groups.flatMap(({ id, shots }) =>
    shots
      .map((shot): RecipeShot => ({ group: id, material: shot.material, window: shot.window }))
      .filter((shot) => !footage.has(footageKey(project, shot)) && materials.has(shot.material)),
  );
  const learn = async (shot: RecipeShot) => {
    const { nodes } = recipeOf(media, { project, materials, shots: [shot], blends: new Map(), title: null });
    try {
      const shown = await media.graph.make(
        nodes,
        ([folder = '']) => readFingerprint(join(folder, CLIP_FILES.footage)),
        { signal },
      );
      footage.set(footageKey(project, shot), shown);
    } catch (error) {
      // A damaged material says so again when an output with it is made.
      if (!(error instanceof ExpectedError) || error.kind === 'unavailable') {
        throw error;
      }
    }
  };
  const worker = async () => {
    for (let shot = unknown.shift(); shot !== undefined; shot = unknown.shift()) {
      signal?.throwIfAborted();
      await learn(shot);
    }
  };
  await Promise.all(Array.from({ length: media.runner.slots }, worker));
}
