import { translate, type MessageLanguage } from '#core/server/ground/messages.ts';

import { mixProjectSchema, type MixProject } from '#plugins/mixing/project.ts';
import { sampleGroupId } from '#plugins/mixing/sample-groups.ts';
import { SAMPLE_GROUPS, type SamplePart } from './sample-set.ts';

/** The name of a group of the sample. */
export function sampleGroupName(part: number, language: MessageLanguage): string {
  const names = [
    'mixing:sample.group-1',
    'mixing:sample.group-2',
    'mixing:sample.group-3',
    'mixing:sample.group-4',
  ] as const;
  return translate(language, names[part] ?? names[0]);
}

/** The sample project before its clips are there. */
export function sampleDocument(language: MessageLanguage): MixProject {
  return mixProjectSchema.parse({
    ...{ name: translate(language, 'mixing:sample.project'), ratio: '9:16', resolution: 480, shotSeconds: 2 },
    groups: Array.from({ length: SAMPLE_GROUPS }, (_, part) => ({
      id: sampleGroupId(part),
      name: sampleGroupName(part, language),
      materials: [],
      transition: part === SAMPLE_GROUPS - 1 ? null : { kind: 'fade', seconds: 0.4 },
    })),
    titles: { texts: [translate(language, 'mixing:sample.title')], seconds: 2 },
  });
}

/**
 * Puts the materials of a part in its place; what somebody put there meanwhile, and a group that somebody removed,
 * is left as it is.
 * @returns null when nothing changes
 */
export function withSamplePart(document: MixProject, part: SamplePart, ids: readonly string[]): MixProject | null {
  if (part === 'music') {
    const [material] = ids;
    if (document.music !== null || material === undefined) return null;
    return { ...document, music: { material, volume: 0.5, fadeIn: 0, fadeOut: 1, duck: true } };
  }
  const empty = document.groups.some(({ id, materials }) => id === sampleGroupId(part) && materials.length === 0);
  if (!empty) return null;
  const materials = ids.map((material) => ({ material }));
  return {
    ...document,
    groups: document.groups.map((group) => (group.id === sampleGroupId(part) ? { ...group, materials } : group)),
  };
}
