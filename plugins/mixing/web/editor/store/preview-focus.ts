import type { MixPreview } from '#plugins/mixing/calls.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import type { RepeatedPart } from '#plugins/mixing/web/preview/preview-engine.ts';
import { timelineOf } from '#plugins/mixing/web/preview/timeline.ts';
import type { Selected } from './Selected.ts';

/** What somebody works on, and which of several: the title, the line, the stretch of a clip. */
export interface Work {
  selected: Selected;
  index: number;
}

/** What the preview shows of that. */
export interface PreviewFocus {
  /** Changes when something else is worked on. */
  key: string;
  /** Seconds of the output that are repeated, and the moment of them that tells the most. */
  repeated: RepeatedPart;
  /** The combination, so that it has what is worked on. */
  shown: MixPreview;
  /** The title that is worked on; null for that of the combination. */
  title: string | null;
}

/** Seconds around a transition, a line or the end of a title. */
const AROUND = 0.6;

/** Shortest stretch that is repeated. */
const SHORTEST = 1;

/** Where the preview shows what is worked on; null where it is nothing that can be seen at one place. */
export function focusOf(project: MixProject, planned: MixPreview, { selected, index }: Work): PreviewFocus | null {
  const key = JSON.stringify([selected, index]);
  const { titles, subtitles } = project;
  switch (selected.kind) {
    case 'titles': {
      const title = titles?.texts[index] ?? titles?.texts[0];
      if (titles === null || title === undefined || title.trim() === '') return null;
      return stretch(
        key,
        planned,
        { start: 0, rest: Math.min(0.3, titles.seconds / 2), end: titles.seconds + AROUND },
        title,
      );
    }
    case 'subtitles': {
      const cue = subtitles?.cues[index] ?? subtitles?.cues[0];
      if (cue === undefined) return null;
      return stretch(key, planned, { start: cue.start - AROUND, rest: cue.start + 0.05, end: cue.end + AROUND });
    }
    case 'joint': {
      const at = planned.shots.findIndex(({ group }) => group === selected.group);
      // A video that is shuffled may end with this group.
      const next = at < 0 ? undefined : placesOf(planned)[at + 1];
      if (next === undefined) return null;
      const { start, blend } = next;
      return stretch(key, planned, { start: start - AROUND, rest: start + blend / 2, end: start + blend + AROUND });
    }
    case 'group': {
      const at = planned.shots.findIndex(({ group }) => group === selected.group);
      const place = placesOf(planned)[at];
      return place === undefined ? null : stretch(key, planned, wholeOf(place, planned));
    }
    case 'clip': {
      const shown = showing(project, planned, selected, index);
      const place =
        shown === null ? undefined : placesOf(shown)[shown.shots.findIndex(({ group }) => group === selected.group)];
      return shown === null || place === undefined ? null : stretch(key, shown, wholeOf(place, shown));
    }
    case 'project':
    case 'music':
    case 'voice':
      return null;
  }
}

/** The combination with a stretch of a clip as its group's shot; null where the clip has none of its own. */
function showing(
  project: MixProject,
  planned: MixPreview,
  { group: id, material }: Extract<Selected, { kind: 'clip' }>,
  index: number,
): MixPreview | null {
  const group = project.groups.find((one) => one.id === id);
  const windows = group?.materials.find((clip) => clip.material === material)?.windows;
  const window = windows?.[index] ?? windows?.[0];
  const at = planned.shots.findIndex((shot) => shot.group === id);
  const before = planned.shots[at];
  if (group === undefined || window === undefined || before === undefined) return null;
  const frames = Math.max(1, Math.round(((window.end - window.start) / group.speed) * planned.fps));
  const shots = planned.shots.map((shot, place) => {
    // Two blends of a shot must not meet.
    const most = Math.floor(frames / 2);
    if (place === at) return { ...shot, material, window, frames, blendAfter: Math.min(shot.blendAfter, most) };
    return place === at - 1 ? { ...shot, blendAfter: Math.min(shot.blendAfter, most) } : shot;
  });
  return { ...planned, shots, frames: timelineOf({ shots }).frames };
}

interface Place {
  start: number;
  end: number;
  blend: number;
}

/** Where each shot is seen, in seconds; `blend` is the time in which the shot before it turns into it. */
function placesOf({ shots, fps }: MixPreview): Place[] {
  const { starts } = timelineOf({ shots });
  return shots.map(({ frames }, at) => {
    const start = (starts[at] ?? 0) / fps;
    return { start, end: start + frames / fps, blend: (shots[at - 1]?.blendAfter ?? 0) / fps };
  });
}

/** A shot from its begin to its end; it rests once nothing of the one before is left. */
const wholeOf = ({ start, end, blend }: Place, { fps }: MixPreview): RepeatedPart => ({
  ...{ start, end },
  rest: start + blend + 2 / fps,
});

/** Null for what begins after the end of the video. */
function stretch(key: string, shown: MixPreview, part: RepeatedPart, title: string | null = null): PreviewFocus | null {
  const length = shown.frames / shown.fps;
  if (part.rest >= length) return null;
  const start = Math.max(0, Math.min(part.start, length - SHORTEST));
  const end = Math.min(length, Math.max(part.end, start + SHORTEST));
  return { key, shown, title, repeated: { start, rest: part.rest, end } };
}
