import { FEWEST_SHOTS, MAX_GROUPS, type MixGroup, type MixProject } from '#plugins/mixing/project.ts';

/** A change of a project; the same project when there is nothing to change. */
export type Edit = (project: MixProject) => MixProject;

/** One clip of a group. */
export type MixClip = MixGroup['materials'][number];

/** A stretch of a clip, in seconds. */
export type MixWindow = NonNullable<MixClip['windows']>[number];

/** Most clips of a group, and most stretches of a clip. */
export const MAX_CLIPS = 200;
export const MAX_WINDOWS = 50;

/** Music as it is before anybody changes it. */
export const USUAL_MUSIC = { volume: 0.2, fadeIn: 0, fadeOut: 1, duck: true } as const;

/** Changes fields of the project itself. */
export const change =
  (values: Partial<MixProject>): Edit =>
  (project) => ({ ...project, ...values });

/** Changes fields of one group. */
export const changeGroup =
  (id: string, values: Partial<Omit<MixGroup, 'id'>>): Edit =>
  (project) => ({
    ...project,
    groups: project.groups.map((group) => (group.id === id ? { ...group, ...values } : group)),
  });

/** Takes the effects out of groups. */
export const removeEffects =
  (ids: ReadonlySet<string>): Edit =>
  (project) => ({
    ...project,
    groups: project.groups.map((group) => {
      const { effect: _effect, ...rest } = group;
      return ids.has(group.id) ? rest : group;
    }),
  });

/** Adds an empty group, or one with clips, at a place; none beyond the most that there may be. */
export const addGroup =
  (group: { id: string; name: string; materials?: readonly string[] }, at?: number): Edit =>
  (project) => {
    if (project.groups.length >= MAX_GROUPS) return project;
    const added: MixGroup = {
      ...{ id: group.id, name: group.name, transition: null, speed: 1, mirror: false, keepSound: true, text: '' },
      materials: (group.materials ?? []).slice(0, MAX_CLIPS).map((material) => ({ material })),
    };
    return { ...project, groups: project.groups.toSpliced(at ?? project.groups.length, 0, added) };
  };

/** Whether a group may go: at least one group and two clips in all are kept. */
export function mayRemoveGroup(project: MixProject, id: string): boolean {
  const rest = project.groups.filter((group) => group.id !== id);
  const before = clipsOf(project.groups);
  // An unfinished project may be as empty as it was.
  return rest.length >= 1 && (clipsOf(rest) >= FEWEST_SHOTS || clipsOf(rest) === before);
}

/** How many clips groups have together. */
export const clipsOf = (groups: readonly MixGroup[]): number =>
  groups.reduce((sum, { materials }) => sum + materials.length, 0);

/** Takes a group out, if it may go. */
export const removeGroup =
  (id: string): Edit =>
  (project) =>
    mayRemoveGroup(project, id) ? { ...project, groups: project.groups.filter((group) => group.id !== id) } : project;

/** Duplicates a group and places the copy right after it, unless there are as many as allowed. */
export const duplicateGroup =
  (id: string, copy: { id: string; name: string }): Edit =>
  (project) => {
    const at = project.groups.findIndex((group) => group.id === id);
    const group = project.groups[at];
    if (group === undefined || project.groups.length >= MAX_GROUPS) return project;
    return { ...project, groups: project.groups.toSpliced(at + 1, 0, { ...group, ...copy }) };
  };

/** Puts a group at another place, counted without it. */
export const moveGroup =
  (id: string, to: number): Edit =>
  (project) => {
    const group = project.groups.find((one) => one.id === id);
    if (group === undefined) return project;
    const rest = project.groups.filter((one) => one.id !== id);
    return { ...project, groups: rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, group) };
  };

/** Puts materials into a group, each once, at a place. */
export const addClips =
  (id: string, materials: readonly string[], at?: number): Edit =>
  (project) =>
    editClips(project, id, (clips) => {
      const known = new Set(clips.map(({ material }) => material));
      const fresh = [...new Set(materials)].filter((material) => !known.has(material));
      const room = MAX_CLIPS - clips.length;
      return clips.toSpliced(at ?? clips.length, 0, ...fresh.slice(0, room).map((material) => ({ material })));
    });

/**
 * Deals materials to the groups in their order, each group a stretch of equal length; where there are fewer of them than
 * groups, to the groups without clips first.
 */
export const spreadClips =
  (materials: readonly string[]): Edit =>
  (project) => {
    const { groups } = project;
    const isFew = materials.length < groups.length;
    const into = isFew ? groups.toSorted((a, b) => a.materials.length - b.materials.length) : groups;
    return spread(materials, into.length).reduce((now, some, index) => {
      const id = into[index]?.id;
      return id === undefined ? now : addClips(id, some)(now);
    }, project);
  };

/** Cuts a list into so many stretches of nearly equal length, the longer ones first. */
export function spread<T>(items: readonly T[], parts: number): T[][] {
  const [least, more] = [Math.floor(items.length / parts), items.length % parts];
  return Array.from({ length: parts }, (_, index) => {
    const from = index * least + Math.min(index, more);
    return items.slice(from, from + least + (index < more ? 1 : 0));
  });
}

/** Takes clips out of a group. */
export const removeClips =
  (id: string, materials: readonly string[]): Edit =>
  (project) =>
    editClips(project, id, (clips) => clips.filter(({ material }) => !materials.includes(material)));

/** Moves a clip within its group or into another, with its ranges; a duplicate there is merged. */
export const moveClip =
  (material: string, from: string, to: { group: string; at: number }): Edit =>
  (project) => {
    const clip = project.groups.find(({ id }) => id === from)?.materials.find((one) => one.material === material);
    if (clip === undefined || !project.groups.some(({ id }) => id === to.group)) return project;
    const without = editClips(project, from, (clips) => clips.filter((one) => one !== clip));
    return editClips(without, to.group, (clips) => {
      const others = clips.filter((one) => one.material !== material);
      return others.length >= MAX_CLIPS ? clips : others.toSpliced(Math.max(0, to.at), 0, clip);
    });
  };

/** A clip where it lies. */
export interface PlacedClip {
  group: string;
  material: string;
}

/** Takes clips out of their groups. */
export const removePlaced =
  (clips: readonly PlacedClip[]): Edit =>
  (project) =>
    [...Map.groupBy(clips, ({ group }) => group)].reduce(
      (now, [group, some]) =>
        removeClips(
          group,
          some.map(({ material }) => material),
        )(now),
      project,
    );

/** Puts clips into a group with their ranges, those that it has not; what does not fit any more stays out. */
export const pasteClips =
  (id: string, clips: readonly MixClip[], at?: number): Edit =>
  (project) =>
    editClips(project, id, (now) => {
      const known = new Set(now.map(({ material }) => material));
      const fresh = clips.filter(
        ({ material }, index) =>
          !known.has(material) && clips.findIndex((clip) => clip.material === material) === index,
      );
      return now.toSpliced(at ?? now.length, 0, ...fresh.slice(0, Math.max(0, MAX_CLIPS - now.length)));
    });

/** Puts other materials in the place of clips, as whole clips; one that the group has already is merged. */
export const replacePlaced =
  (clips: readonly PlacedClip[], by: ReadonlyMap<string, string>): Edit =>
  (project) =>
    clips.reduce((now, { group, material }) => {
      const other = by.get(material);
      if (other === undefined || other === material) return now;
      return editClips(now, group, (all) => {
        if (!all.some((clip) => clip.material === material)) return all;
        const others = all.filter((clip) => clip.material !== other);
        return others.map((clip) => (clip.material === material ? { material: other } : clip));
      });
    }, project);

/**
 * Moves clips from wherever they lie into a group, together and in their order; one that the group has already is
 * merged, and what finds no room there stays where it was.
 */
export const movePlaced =
  (clips: readonly PlacedClip[], to: { group: string; at?: number }): Edit =>
  (project) => {
    const target = project.groups.find(({ id }) => id === to.group);
    if (target === undefined) return project;
    const goes = new Set(clips.filter(({ group }) => group === to.group).map(({ material }) => material));
    const stays = target.materials.filter(({ material }) => !goes.has(material));
    const room = MAX_CLIPS - stays.length;
    const moved = clipsAt(project, clips);
    const fresh = [...new Map(moved.map((one) => [one.clip.material, one])).values()]
      .filter(({ clip }) => !stays.some(({ material }) => material === clip.material))
      .slice(0, room);
    const isMoved = ({ placed }: (typeof moved)[number]): boolean =>
      fresh.some(({ clip }) => clip.material === placed.material) ||
      stays.some(({ material }) => material === placed.material);
    const without = removePlaced(moved.filter(isMoved).map(({ placed }) => placed))(project);
    const before = target.materials.slice(0, to.at ?? target.materials.length);
    const at = before.filter(({ material }) => !goes.has(material)).length;
    return pasteClips(
      to.group,
      fresh.map(({ clip }) => clip),
      at,
    )(without);
  };

/** Clips with their ranges, in the order in which they are named. */
export function clipsAt(project: MixProject, clips: readonly PlacedClip[]): { placed: PlacedClip; clip: MixClip }[] {
  return clips.flatMap((placed) => {
    const group = project.groups.find(({ id }) => id === placed.group);
    const clip = group?.materials.find(({ material }) => material === placed.material);
    return clip === undefined ? [] : [{ placed, clip }];
  });
}

/** Says which stretches of a clip are used; none = it is cut by the project's length of a shot. */
export const setWindows =
  (id: string, material: string, windows: readonly MixWindow[]): Edit =>
  (project) =>
    editClips(project, id, (clips) =>
      clips.map((clip) => {
        if (clip.material !== material) return clip;
        const kept = windows.slice(0, MAX_WINDOWS).toSorted((one, two) => one.start - two.start);
        return kept.length === 0 ? { material } : { material, windows: kept };
      }),
    );

function editClips(project: MixProject, id: string, edit: (clips: MixClip[]) => MixClip[]): MixProject {
  return {
    ...project,
    groups: project.groups.map((group) => (group.id === id ? { ...group, materials: edit(group.materials) } : group)),
  };
}
