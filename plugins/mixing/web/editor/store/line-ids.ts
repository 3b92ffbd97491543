import { randomUuid } from '#core/web/random-uuid.ts';

import type { MixProject } from '#plugins/mixing/project.ts';

/** An id for a line of the subtitles, unlike every other one of its project; short, for there may be thousands. */
export function newLineId(): string {
  return randomUuid().slice(-12);
}

/** Gives each line of the subtitles that has no id one by its place: whoever opens the project gives it the same. */
export function withLineIds(project: MixProject): MixProject {
  const { subtitles } = project;
  if (subtitles === null || subtitles.cues.every(({ id }) => id !== undefined)) return project;
  const taken = new Set(subtitles.cues.map(({ id }) => id));
  const cues = subtitles.cues.map((cue, index) => {
    if (cue.id !== undefined) return cue;
    let id = `line-${index + 1}`;
    while (taken.has(id)) id += '-';
    return { ...cue, id };
  });
  return { ...project, subtitles: { ...subtitles, cues } };
}
