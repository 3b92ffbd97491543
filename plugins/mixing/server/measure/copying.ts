import { pictureOf } from '#core/contract/picture.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Material } from '#core/server/services/media/inspect-material.ts';
import { copyDifferences, type FormatDifference } from '#core/server/services/media/operations/format-differences.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';

import type { Copying } from '#plugins/mixing/copying.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import { Recent } from '../threads/recent.ts';

/** Makes what says of a project's materials whether they are copied, by what was found when they were prepared. */
export function createCopying({ media, log }: Pick<ServerContext, 'media' | 'log'>) {
  const known = new Recent<Material>(1000);

  async function factsOf(hash: string): Promise<Material | null> {
    const before = known.get(hash);
    if (before !== undefined) return before;
    const read = () => Promise.reject(new Error('a material is only looked up'));
    const node = materialNode(media.runner, { hash, name: hash, read });
    const found = await media.graph.recall(node, (folder) => readMaterial(folder, hash, { minSeconds: 0 }));
    return found && known.set(hash, found);
  }

  return async (project: MixProject, materials: readonly (readonly [id: string, hash: string, seconds: number])[]) => {
    const picture = pictureOf(project.ratio, project.resolution);
    const untouched = untouchedMaterials(project);
    const told = materials.map(async ([material, hash]): Promise<Copying | null> => {
      const facts = await factsOf(hash);
      if (facts === null) return null;
      const differences = await copyDifferences(media.runner, facts, picture);
      const hindrances = differences.map((kind) => ({ kind, is: whatItIs(facts, kind) }));
      return { material, hindrances: untouched.has(material) ? hindrances : [...EDITED, ...hindrances] };
    });
    try {
      return (await Promise.all(told)).filter((one) => one !== null);
    } catch (error) {
      // What the project yields is worth telling all the same.
      log.warn({ err: error }, 'it was not found out what is copied');
      return [];
    }
  };
}

const EDITED = [{ kind: 'edited', is: '' }] as const;

/** Materials of a group whose shots play as they were filmed. */
function untouchedMaterials({ groups, order, subtitles }: MixProject): Set<string> {
  if (subtitles !== null) return new Set();
  const blends = groups.map(({ transition }, index) => transition !== null && index < groups.length - 1);
  const isAnyBlended = groups.some(({ transition }) => transition !== null);
  const plain = groups.filter(({ speed, mirror, text, effect }, index) => {
    const isBlended = order === 'fixed' ? blends[index] === true || blends[index - 1] === true : isAnyBlended;
    return speed === 1 && !mirror && text === '' && effect === undefined && !isBlended;
  });
  return new Set(plain.flatMap(({ materials }) => materials.map(({ material }) => material)));
}

function whatItIs({ video }: Material, kind: FormatDifference): string {
  const { codec, displayWidth, displayHeight, averageRate } = video;
  if (kind === 'codec') return codec;
  if (kind === 'size') return `${displayWidth} × ${displayHeight}`;
  if (kind === 'rate') return averageRate === null ? '' : String(Math.round(averageRate * 100) / 100);
  return '';
}
