/** What the settings are shown of. */
export type Selected =
  | { kind: 'project' | 'titles' | 'subtitles' | 'music' | 'voice' }
  | { kind: 'group'; group: string }
  | { kind: 'clip'; group: string; material: string }
  /** The transition from a group to the next. */
  | { kind: 'joint'; group: string };

/** The steps of a narrow page. */
export const STEPS = ['clips', 'settings', 'preview', 'make'] as const;
export type Step = (typeof STEPS)[number];

/** What to select to fix a broken rule. @param path of the rule, such as `groups.2.name` */
export function selectedOfRule(path: string, groups: readonly { id: string }[]): Selected {
  const [first, second] = path.split('.');
  if (first === 'titles') return { kind: 'titles' };
  if (first === 'subtitles') return { kind: 'subtitles' };
  if (first === 'dubbing') return { kind: 'voice' };
  const group = first === 'groups' ? groups[Number(second)] : undefined;
  return group === undefined ? { kind: 'project' } : { kind: 'group', group: group.id };
}
