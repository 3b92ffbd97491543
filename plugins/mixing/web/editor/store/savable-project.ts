import type { MixProject } from '#plugins/mixing/project.ts';

/** A project as the server takes it: texts that are still empty are left out of it. */
export function savable(project: MixProject): MixProject {
  const { dubbing, titles, subtitles } = project;
  return {
    ...project,
    dubbing: dubbing === null || dubbing.text.trim() === '' ? null : dubbing,
    titles: titles === null ? null : { ...titles, texts: titles.texts.filter((text) => text.trim() !== '') },
    subtitles:
      subtitles === null ? null : { ...subtitles, cues: subtitles.cues.filter(({ text }) => text.trim() !== '') },
  };
}

/** What decides which combinations there are: two projects of the same key have the same plan. */
export function planKey({ groups, ratio, resolution, order, shotSeconds }: MixProject): string {
  const shown = groups.map(({ id, materials, transition, speed }) => [id, materials, transition?.seconds, speed]);
  return JSON.stringify([shown, ratio, resolution, order, shotSeconds]);
}
