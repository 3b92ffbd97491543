import { seededRandom } from '#plugins/mixing/server/plan/random.ts';
import type { Scene } from '#tests/fixtures/footage/drawn-scenes.ts';
import { realClipsAreThere, type Film } from '#tests/fixtures/footage/films.ts';

/** What a clip of the corpus is about; each kind is counted by itself. */
export const KINDS = [
  ...['hard cuts', 'real clips', 'hand-held', 'slides', 'dissolves', 'fades', 'flashes', 'whip pans'],
  ...['picture in picture', 'all at once'],
] as const;
export type Kind = (typeof KINDS)[number];

/** How one shot follows another. */
export type Join = { kind: 'cut' } | { kind: 'dissolve' | 'black' | 'white'; frames: number };

/** Frames that two shots share. */
export const overlapOf = (join: Join): number => (join.kind === 'dissolve' ? join.frames : 0);

/** Something that happens within a shot, and is no boundary. */
export type Event =
  | { kind: 'flash'; at: number; frames: number; level: number; fades: boolean }
  | { kind: 'whip'; at: number; frames: number; way: 1 | -1 }
  | { kind: 'inset'; at: number; frames: number; film: Film; corner: 0 | 1 | 2 | 3; size: number };

/** One shot: a stretch of a film, as a camera shows it. */
export interface ShotRecipe {
  film: Film;
  /** Frames of the film that are left out before it begins, and that it lasts. */
  skip: number;
  frames: number;
  mirrored: boolean;
  /** How far the camera shakes, in shares of the picture; 0 stands still. */
  shake: number;
  /** How much light comes and goes, 0 to 1. */
  light: number;
  events: readonly Event[];
}

/** How a clip is encoded: as editors, phones and platforms do. */
export const ENCODERS = {
  editor: ['-preset', 'superfast', '-crf', '20', '-bf', '3', '-b_strategy', '1'],
  phone: ['-preset', 'superfast', '-crf', '22', '-bf', '0', '-g', '30', '-sc_threshold', '0'],
  platform: ['-preset', 'superfast', '-crf', '27', '-bf', '3', '-g', '60', '-sc_threshold', '0'],
} as const;

export interface ClipRecipe {
  name: string;
  kind: Kind;
  shots: readonly ShotRecipe[];
  /** One fewer than shots. */
  joins: readonly Join[];
  rate: number;
  width: number;
  height: number;
  /** Strength of the grain. */
  noise: number;
  encoder: keyof typeof ENCODERS;
}

/** A boundary as it was drawn: the first frame of the next shot, and the frames that show both. */
export interface TrueBoundary {
  kind: 'cut' | 'dissolve' | 'fade';
  from: number;
  /** Exclusive; for a cut the same as `from`. */
  to: number;
}

/** The boundaries of a clip. */
export function truthOf({ shots, joins }: ClipRecipe): TrueBoundary[] {
  let end = shots[0]?.frames ?? 0;
  return joins.map((join, index): TrueBoundary => {
    const next = shots[index + 1]?.frames ?? 0;
    const at = end;
    end += next - overlapOf(join);
    if (join.kind === 'cut') return { kind: 'cut', from: at, to: at };
    if (join.kind === 'dissolve') return { kind: 'dissolve', from: at - join.frames, to: at };
    // Half of it leads out of one shot, half into the next.
    return { kind: 'fade', from: at - join.frames / 2, to: at + join.frames / 2 };
  });
}

const LIVELY = ['interview', 'night', 'product', 'gameplay', 'walk', 'street', 'shore', 'hands', 'dim'] as const;
const FILM_FRAMES = 96;

/** Stretches of real clips that hold no cut themselves, by name and second. */
const REAL: readonly { clip: string; from: number }[] = [
  ...[0, 3.5, 7, 10.5, 14].map((from) => ({ clip: 'chair-19-sd-bar.mp4', from })),
  ...[0, 4, 8, 12, 16].map((from) => ({ clip: 'chair-20-sd-bar.mp4', from })),
  { clip: 'doorknob-hd-no-bar.mp4', from: 0 },
  { clip: 'video.mp4', from: 0 },
  { clip: 'video-h265.mp4', from: 3 },
  { clip: 'sar_2x1.mp4', from: 0 },
];

const COUNTS: Record<Kind, number> = {
  ...{ 'hard cuts': 14, 'real clips': 8, 'hand-held': 10, slides: 8, dissolves: 14, fades: 12, flashes: 10 },
  ...{ 'whip pans': 8, 'picture in picture': 8, 'all at once': 8 },
};

/**
 * The clips of a corpus; the same seed gives the same ones.
 * @param share of the clips of each kind
 */
export function corpus(seed: number, share = 1): ClipRecipe[] {
  return KINDS.flatMap((kind, at) => {
    if (kind === 'real clips' && !realClipsAreThere()) return [];
    const count = Math.ceil(COUNTS[kind] * share);
    return Array.from({ length: count }, (_, index) => {
      const draw = createDraw(seed, at, index);
      return { name: `${kind} ${seed}/${index}`, kind, ...clipOf(kind, draw) };
    });
  });
}

/** Chances of one clip. */
function createDraw(...seed: readonly number[]) {
  const [first = 0, ...rest] = seed;
  const random = seededRandom(first, ...rest);
  const whole = (least: number, most: number) => least + Math.floor(random.next() * (most - least + 1));
  const oneOf = <T>(list: readonly T[]): T => {
    const found = list[whole(0, list.length - 1)];
    if (found === undefined) throw new RangeError('nothing to draw from');
    return found;
  };
  return { next: () => random.next(), chance: (share: number) => random.next() < share, whole, oneOf, seed: first };
}
type Draw = ReturnType<typeof createDraw>;

function clipOf(kind: Kind, draw: Draw): Omit<ClipRecipe, 'name' | 'kind'> {
  const isUpright = draw.chance(0.4);
  const films = filmsOf(kind, draw);
  const shots = films.map((film): ShotRecipe => shotOf(kind, film, draw));
  const joins = shots
    .slice(1)
    .map((shot, at): Join => joinOf(kind, draw, Math.min(shot.frames, shots[at]?.frames ?? 0)));
  return {
    shots,
    joins,
    rate: draw.oneOf([24, 25, 30, 30, 30]),
    ...(isUpright ? { width: 360, height: 640 } : { width: 640, height: 360 }),
    noise: kind === 'slides' ? draw.whole(0, 1) : draw.whole(0, 8),
    encoder: draw.oneOf(['editor', 'editor', 'phone', 'platform']),
  };
}

function filmsOf(kind: Kind, draw: Draw): Film[] {
  const count = kind === 'slides' ? draw.whole(6, 8) : draw.whole(5, 7);
  const place = () => draw.seed * 40 + draw.whole(0, 3);
  if (kind === 'slides') {
    const house = place();
    // All with the same frame around them; now and then a photograph.
    return Array.from({ length: count }, (_, at): Scene => {
      if (draw.chance(0.2)) return { kind: 'photo', place: house * 8 + at, take: 1 };
      return { kind: 'slide', place: house, take: 1 + at, subject: house * 3 + at };
    });
  }
  const films: Film[] = [];
  while (films.length < count) {
    const isReal = realClipsAreThere() && (kind === 'real clips' ? draw.chance(0.6) : draw.chance(0.12));
    const film: Film = isReal ? draw.oneOf(REAL) : { kind: draw.oneOf(LIVELY), place: place(), take: draw.whole(1, 2) };
    // Another take of the same place, or two stretches of one clip, are hardly told apart by anybody.
    if (!films.some((other) => isAlike(other, film))) films.push(film);
  }
  return films;
}

function isAlike(a: Film, b: Film): boolean {
  if ('clip' in a || 'clip' in b) return 'clip' in a && 'clip' in b && familyOf(a.clip) === familyOf(b.clip);
  return a.kind === b.kind && a.place === b.place;
}

const familyOf = (clip: string) => clip.slice(0, 5);

function shotOf(kind: Kind, film: Film, draw: Draw): ShotRecipe {
  const frames = draw.whole(kind === 'slides' ? 24 : 36, FILM_FRAMES - 8);
  const isStill = kind === 'slides';
  const shake =
    kind === 'hand-held' ? 0.03 + draw.next() * 0.07 : !isStill && draw.chance(0.3) ? draw.next() * 0.03 : 0;
  return {
    ...{ film, frames, skip: draw.whole(0, FILM_FRAMES - 1 - frames), mirrored: !isStill && draw.chance(0.3), shake },
    light: !isStill && draw.chance(0.2) ? draw.next() * 0.5 : 0,
    events: eventsOf(kind, frames, draw),
  };
}

function eventsOf(kind: Kind, frames: number, draw: Draw): Event[] {
  const may = kind === 'all at once' ? 0.3 : 0;
  const events: Event[] = [];
  if (draw.chance(kind === 'flashes' ? 0.8 : may)) {
    const length = draw.whole(1, 4);
    const at = draw.whole(6, frames - length - 8);
    events.push({ kind: 'flash', at, frames: length, level: 0.35 + draw.next() * 0.65, fades: draw.chance(0.4) });
  } else if (draw.chance(kind === 'whip pans' ? 0.8 : may)) {
    const length = draw.whole(6, 12);
    events.push({
      kind: 'whip',
      at: draw.whole(8, frames - length - 8),
      frames: length,
      way: draw.chance(0.5) ? 1 : -1,
    });
  } else if (draw.chance(kind === 'picture in picture' ? 0.8 : may)) {
    const length = draw.whole(10, frames - 12);
    const film: Film = { kind: draw.oneOf(LIVELY), place: draw.seed * 40 + draw.whole(0, 3), take: 2 };
    const corner = draw.oneOf([0, 1, 2, 3] as const);
    events.push({
      kind: 'inset',
      at: draw.whole(6, frames - length - 4),
      frames: length,
      film,
      corner,
      size: 0.25 + draw.next() * 0.15,
    });
  }
  return events;
}

function joinOf(kind: Kind, draw: Draw, shorter: number): Join {
  const frames = Math.min(draw.whole(8, 40), Math.floor(shorter / 2) - 6);
  const chance = { dissolves: 0.75, fades: 0.75, 'all at once': 0.5 }[kind as string] ?? 0;
  if (!draw.chance(chance)) return { kind: 'cut' };
  const isFade = kind === 'fades' || (kind === 'all at once' && draw.chance(0.4));
  if (!isFade) return { kind: 'dissolve', frames };
  return { kind: draw.chance(0.75) ? 'black' : 'white', frames: 2 * Math.max(5, Math.ceil(frames / 2)) };
}
