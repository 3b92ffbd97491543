import type { MixProject } from '#plugins/mixing/project.ts';

/** The texts of a project that people read or hear. */
function textsOf({ titles, groups, subtitles, dubbing }: MixProject): string[] {
  return [
    ...(titles?.texts ?? []),
    ...groups.map(({ text }) => text),
    ...(subtitles?.cues ?? []).map(({ text }) => text),
    ...(dubbing === null ? [] : [dubbing.text]),
  ];
}

/** How often words stand in the texts of a project. */
export function countWords(project: MixProject, words: string): number {
  return words === '' ? 0 : textsOf(project).reduce((sum, text) => sum + text.split(words).length - 1, 0);
}

/** Puts other words in the place of some, in all texts of a project; what is empty then is taken out. */
export const replaceWords =
  (words: string, by: string) =>
  (project: MixProject): MixProject => {
    const { titles, groups, subtitles, dubbing } = project;
    const put = (text: string): string => text.replaceAll(words, () => by);
    const isLeft = (text: string): boolean => text.trim() !== '';
    const spoken = dubbing === null ? '' : put(dubbing.text);
    return {
      ...project,
      titles: titles === null ? null : { ...titles, texts: titles.texts.map(put).filter(isLeft) },
      groups: groups.map((group) => ({ ...group, text: put(group.text) })),
      subtitles:
        subtitles === null
          ? null
          : {
              ...subtitles,
              cues: subtitles.cues.map((cue) => ({ ...cue, text: put(cue.text) })).filter(({ text }) => isLeft(text)),
            },
      dubbing: dubbing === null || !isLeft(spoken) ? null : { ...dubbing, text: spoken },
    };
  };
