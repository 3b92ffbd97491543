import type { CaptionStyle } from './captions.ts';

import type { MixProject } from './project.ts';

/** Texts in one style. */
interface StyledTexts {
  style: CaptionStyle;
  texts: readonly string[];
}

/** Everything that is written on the picture of a project's videos, by style. */
export function projectTexts({ titles, subtitles, groups, textStyle }: MixProject): StyledTexts[] {
  return [
    ...(titles === null ? [] : [{ style: titles.style, texts: titles.texts }]),
    ...(subtitles === null ? [] : [{ style: subtitles.style, texts: subtitles.cues.map(({ text }) => text) }]),
    { style: textStyle, texts: groups.map(({ text }) => text) },
  ];
}
