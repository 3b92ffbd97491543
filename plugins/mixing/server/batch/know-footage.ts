import type { Media } from '#core/server/services/media/media.ts';
import { readShownFootage, shownFootageNode, type ShownClip } from '../operations/shown-footage.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';

import type { MixProject } from '#plugins/mixing/project.ts';
import { cpuSecondsOf, lookSecondsOf, shotWork } from '../measure/run-work.ts';
import type { PlanGroup } from '../plan/plan-input.ts';
import {
  fingerprintOf,
  inParallel,
  refusable,
  type PreparedMaterials,
  type RefusedMaterial,
} from '../render/prepare-materials.ts';
import type { ReadyMaterial } from '../render/ready-material.ts';
import { recipeOf } from '../render/recipe.ts';
import { shotChoices } from '../render/shot-choices.ts';
import { shotTiming } from '../render/shot-timing.ts';

export interface KnowFootageOptions {
  project: MixProject;
  /** Inspected. */
  materials: readonly ReadyMaterial[];
  /** How many outputs there shall be in all. */
  count: number;
  signal: AbortSignal;
  /** @param areShotsMade whether all shots are made on the way */
  onProgress(done: number, areShotsMade: boolean): void;
}

/** Clips for each core that are asked for at once: one process makes several of those that are copied. */
const AT_ONCE = 8;

/** Looks what materials show, so that they can be compared; one that cannot be decoded is refused. */
export async function knowFootage(
  media: Media,
  { project, materials, count, signal, onProgress }: KnowFootageOptions,
): Promise<PreparedMaterials & { areShotsMade: boolean }> {
  const nodes = nodesOfUsedShots(media, project, materials, count);
  const areShotsMade = nodes !== null;
  let done = 0;
  const know = async (material: ReadyMaterial): Promise<ReadyMaterial | RefusedMaterial> => {
    signal.throwIfAborted();
    const result = await refusable(material.id, async () => {
      if (nodes === null) return { ...material, fingerprint: await fingerprintOf(media, material, signal) };
      const node = nodes.get(material.id);
      if (node === undefined) return material;
      const fingerprint = await media.graph.make([node], ([folder = '']) => readShownFootage(folder), { signal });
      return { ...material, fingerprint };
    });
    onProgress(++done / materials.length, areShotsMade);
    return result;
  };
  const results = await inParallel(media, materials, know, media.runner.slots * AT_ONCE);
  return {
    ready: results.filter((result) => 'source' in result),
    refused: results.filter((result) => 'error' in result),
    areShotsMade,
  };
}

/** The most that looking at all clips before the first video may take, as a share of the whole batch. */
const MOST_LOOKING = 0.05;

/**
 * By the material's id, what each shows in its shots as they are rendered: decoding a clip once more only to compare it
 * takes a quarter of what encoding it does. Null unless every shot is rendered anyway, and the same in any output; and
 * where the clips are so small beside the videos that looking at them takes next to nothing: then the first videos are
 * finished while the shots of others are still to be made. It does not depend on what is made already, so that the same
 * command always compares the same.
 */
function nodesOfUsedShots(
  media: Media,
  project: MixProject,
  materials: readonly ReadyMaterial[],
  count: number,
): Map<string, RenderNode> | null {
  const { titles, subtitles } = project;
  const isPlain = project.groups.every(({ speed, text }) => speed === 1 && text === '');
  // With transitions a clip depends on what comes before and after it.
  const isOrdered = project.order === 'fixed' || project.groups.every(({ transition }) => transition === null);
  if (!isPlain || !isOrdered || titles !== null || subtitles !== null) return null;
  const byId = new Map(materials.map((material) => [material.id, material]));
  const { groups } = shotChoices(project, byId);
  // Plans use shots evenly: with twice as many outputs as a group has shots, none of them is left over.
  if (groups.some(({ shots }) => shots.length === 0 || count < 2 * shots.length)) return null;
  const { blends } = shotTiming(project, groups);
  if (lookSecondsOf(materials) <= MOST_LOOKING * cpuSecondsOf(shotWork(project, groups, blends), count)) return null;
  const clips = clipsOf(media, project, byId, groups, blends);
  return new Map([...clips].map(([material, own]) => [material, shownFootageNode([...own.values()])]));
}

/** The clips of all shots as outputs will have them, by their materials and symbols. */
function clipsOf(
  media: Media,
  project: MixProject,
  materials: ReadonlyMap<string, ReadyMaterial>,
  groups: readonly PlanGroup[],
  blends: ReadonlyMap<string, number>,
): Map<string, Map<string, ShownClip>> {
  const clips = new Map<string, Map<string, ShownClip>>();
  for (let row = 0; row < Math.max(...groups.map(({ shots }) => shots.length)); row++) {
    const shots = groups.flatMap(({ id, shots: own }) => {
      const shot = own[row % own.length];
      return shot === undefined ? [] : [{ ...shot, group: id }];
    });
    const { nodes, sounds } = recipeOf(media, { project, materials, shots, blends, title: null });
    for (const [index, { material, symbol, window }] of shots.entries()) {
      const node = nodes[sounds[index]?.node ?? -1];
      const own = clips.get(material) ?? new Map<string, ShownClip>();
      if (node !== undefined && !own.has(symbol)) own.set(symbol, { node, start: window.start });
      clips.set(material, own);
    }
  }
  return clips;
}
