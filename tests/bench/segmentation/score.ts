import { KINDS, truthOf, type ClipRecipe, type Kind, type TrueBoundary } from './corpus.ts';

/** Frames by which a boundary may be off and still count as found: a cut, and either end of a change of several frames. */
const [OFF_CUT, OFF_GRADUAL] = [1, 4];

/** What was found in a clip: frame numbers of first frames of shots. */
export interface Found {
  clip: ClipRecipe;
  frames: readonly number[];
}

/** How often something was found, missed, and found where nothing is. */
export class Score {
  hits = 0;
  missed = 0;
  wrong = 0;
  /** Hits on cuts, and those of them that are exact to the frame. */
  cuts = 0;
  exact = 0;

  /** F1 in percent. */
  get f1(): number {
    const all = 2 * this.hits + this.missed + this.wrong;
    return all === 0 ? 100 : (200 * this.hits) / all;
  }
}

/** Scores what was found by kind of clip, and for cuts and gradual changes over all clips that are about them. */
export function score(found: readonly Found[]) {
  const kinds = new Map<Kind, Score>(KINDS.map((kind) => [kind, new Score()]));
  const [cuts, gradual] = [new Score(), new Score()];
  let onFlashes = 0;
  for (const { clip, frames } of found) {
    const truth = truthOf(clip);
    const left = new Set(frames);
    const own = kinds.get(clip.kind) ?? new Score();
    const isGradual = truth.some(({ kind }) => kind !== 'cut');
    for (const boundary of truth) {
      const hit = nearestIn(left, boundary);
      const class_ = boundary.kind === 'cut' ? (isGradual ? null : cuts) : gradual;
      for (const each of class_ === null ? [own] : [own, class_]) {
        if (hit === undefined) each.missed++;
        else each.hits++;
        if (hit === undefined || boundary.kind !== 'cut') continue;
        each.cuts++;
        if (hit === boundary.from) each.exact++;
      }
      if (hit !== undefined) left.delete(hit);
    }
    for (const each of [own, isGradual ? gradual : cuts]) each.wrong += left.size;
    onFlashes += [...left].filter((frame) => isNearFlash(clip, frame)).length;
  }
  return { kinds, cuts, gradual, onFlashes };
}

/** A kind of clip, or what all clips about cuts or about gradual changes come to together. */
export type Scored = Kind | 'cuts' | 'gradual';

/** F1 in percent to a tenth, as it is shown: what is alike there is a tie. */
export function f1Of({ kinds, cuts, gradual }: ReturnType<typeof score>, of: Scored): number {
  const own = of === 'cuts' ? cuts : of === 'gradual' ? gradual : kinds.get(of);
  return Math.round((own?.f1 ?? 0) * 10) / 10;
}

function nearestIn(frames: ReadonlySet<number>, { kind, from, to }: TrueBoundary): number | undefined {
  const off = kind === 'cut' ? OFF_CUT : OFF_GRADUAL;
  const middle = (from + to) / 2;
  return [...frames]
    .filter((frame) => frame >= from - off && frame <= to + off)
    .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0];
}

function isNearFlash({ shots, joins }: ClipRecipe, frame: number): boolean {
  let start = 0;
  return shots.some(({ frames, events }, at) => {
    const begin = start;
    const join = joins[at];
    start += frames - (join?.kind === 'dissolve' ? join.frames : 0);
    return events.some((event) => {
      const off = frame - begin - event.at;
      return event.kind === 'flash' && off >= -2 && off <= event.frames + 2;
    });
  });
}
