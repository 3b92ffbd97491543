import type { CaptionStyle } from '#plugins/mixing/captions.ts';
import { pictureOf } from '#core/contract/picture.ts';
import { LINE_PER_EM, mostEms, wrapCaption } from '#plugins/mixing/wrap-caption.ts';

import type { MixPreview } from '#plugins/mixing/calls.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import { timelineOf } from '#plugins/mixing/web/preview/timeline.ts';

interface Placed {
  /** `titles`, `subtitles`, or the id of a group. */
  owner: string;
  start: number;
  end: number;
  top: number;
  bottom: number;
}

/** Whose texts lie on others in a combination: `titles`, `subtitles`, and ids of groups. */
export function overlappingTexts(project: MixProject, { shots, fps, title }: MixPreview): ReadonlySet<string> {
  const { width, height } = pictureOf(project.ratio, project.resolution);
  const place = (owner: string, style: CaptionStyle, text: string, start: number, end: number): Placed[] => {
    if (text.trim() === '') return [];
    const lines = wrapCaption(text, mostEms(style)).length;
    const half = ((lines * style.size * LINE_PER_EM) / 2 + style.outline) * (width / 1000 / height);
    return [{ owner, start, end, top: style.position - half, bottom: style.position + half }];
  };
  const { titles, subtitles, groups, textStyle } = project;
  const { starts } = timelineOf({ shots });
  const others = shots.flatMap(({ group: id, frames }, at) => {
    const start = (starts[at] ?? 0) / fps;
    const text = groups.find((group) => group.id === id)?.text ?? '';
    return place(id, textStyle, text, start, start + frames / fps);
  });
  const opening =
    titles === null ? [] : place('titles', titles.style, title ?? titles.texts[0] ?? '', 0, titles.seconds);
  const lines = subtitles?.cues.flatMap(({ start, end, text }) =>
    place('subtitles', subtitles.style, text, start, end),
  );
  const found = new Set<string>();
  const compare = (one: Placed, two: Placed): void => {
    const together = one.start < two.end && two.start < one.end;
    if (!together || one.bottom <= two.top || two.bottom <= one.top) return;
    found.add(one.owner).add(two.owner);
  };
  for (const text of opening) for (const other of others) compare(text, other);
  for (const line of lines ?? []) for (const other of [...opening, ...others]) compare(line, other);
  return found;
}
