import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { makeFilm, type Film } from '#tests/fixtures/footage/films.ts';

import { ENCODERS, overlapOf, type ClipRecipe, type Join, type ShotRecipe } from './corpus.ts';

const KEPT = fileURLToPath(new URL('../../../.cache/bench/segmentation/', import.meta.url));
/** Changes when clips are put together in another way. */
const DRAWN_AS = 3;

/** The path of a clip; made once and kept. */
export function drawClip(recipe: ClipRecipe): string {
  const { name: _, ...made } = recipe;
  const path = join(
    KEPT,
    `${createHash('sha256')
      .update(JSON.stringify([DRAWN_AS, made]))
      .digest('hex')
      .slice(0, 32)}.mp4`,
  );
  if (existsSync(path)) return path;
  mkdirSync(KEPT, { recursive: true });
  const part = join(KEPT, `${randomUUID()}.mp4`);
  const run = spawnSync('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...argumentsOf(recipe), part]);
  if (run.status !== 0) throw new Error(`ffmpeg could not draw ${recipe.name}: ${String(run.stderr)}`);
  renameSync(part, path);
  return path;
}

function argumentsOf(recipe: ClipRecipe): string[] {
  const { shots, joins, rate, noise, encoder } = recipe;
  const inputs: string[] = [];
  const input = (film: Film): number => inputs.push(makeFilm(film)) - 1;
  const chains = shots.flatMap((shot, at) =>
    shotChain(shot, recipe, { at, input, before: joins[at - 1], behind: joins[at] }),
  );
  const clock = `settb=1/${rate},setpts=N,fps=${rate}`;
  let [last, end] = ['s0', shots[0]?.frames ?? 0];
  joins.forEach((join, at) => {
    const next = shots[at + 1]?.frames ?? 0;
    const over = overlapOf(join);
    const how = over === 0 ? 'concat=n=2' : `xfade=duration=${over / rate}:offset=${(end - over) / rate}`;
    end += next - over;
    chains.push(`[${last}][s${at + 1}]${how},trim=end_frame=${end},${clock}[j${at}]`);
    last = `j${at}`;
  });
  const grain = noise === 0 ? 'null' : `noise=alls=${noise}:allf=t`;
  chains.push(`[${last}]${grain},format=yuv420p[out]`);
  return [
    ...inputs.flatMap((path) => ['-i', path]),
    ...['-filter_complex', chains.join(';'), '-map', '[out]', '-r', String(rate)],
    ...['-c:v', 'libx264', ...ENCODERS[encoder], '-threads', '1', '-an'],
  ];
}

interface Chain {
  at: number;
  input(film: Film): number;
  /** How it follows the shot before, and is followed by the next. */
  before: Join | undefined;
  behind: Join | undefined;
}

function shotChain(
  shot: ShotRecipe,
  { width, height, rate }: ClipRecipe,
  { at, input, before, behind }: Chain,
): string[] {
  const { film, skip, frames, mirrored, shake, light, events } = shot;
  const whip = events.find(({ kind }) => kind === 'whip');
  // A camera that moves shows a part of what is there.
  const wide = whip === undefined ? 1 : 2.6;
  const room = 1 + 2 * shake;
  const [w, h] = [Math.ceil((width * room * wide) / 2) * 2, Math.ceil((height * room) / 2) * 2];
  const phase = skip * 0.7 + at;
  const sway = (speed: number) => `(sin(n*${speed}+${phase})+0.6*sin(n*${speed * 2.7}+${phase * 2}))/1.6`;
  const pan =
    whip === undefined
      ? '0.5'
      : `(0.5-${whip.kind === 'whip' ? whip.way * 0.5 : 0}+${whip.kind === 'whip' ? whip.way : 0}*clip((n-${whip.at})/${whip.frames},0,1))`;
  const x = `(iw-ow)*${whip === undefined ? `(0.5+0.5*${sway(0.31)})` : pan}`;
  const filters = [
    `trim=start_frame=${skip}:end_frame=${skip + frames}`,
    `settb=1/${rate},setpts=N,fps=${rate}`,
    `scale=${w}:${h}:force_original_aspect_ratio=increase:flags=bicubic,crop=${w}:${h}`,
    ...(mirrored ? ['hflip'] : []),
    `crop=${width}:${height}:x='${x}':y='(ih-oh)*(0.5+0.5*${sway(0.23)})':exact=1`,
    ...(whip === undefined ? [] : ['tmix=frames=3']),
    ...(light === 0 ? [] : [`eq=eval=frame:gamma='1+${light}*0.8*sin(n*0.15+${phase})'`]),
    ...events.flatMap((event) => {
      if (event.kind !== 'flash') return [];
      const { at: from, frames: lasts, level, fades } = event;
      const bright = fades ? `${level}*(1-(n-${from})/${lasts + 1})` : String(level);
      return [`eq=eval=frame:brightness='if(between(n,${from},${from + lasts - 1}),${bright},0)'`];
    }),
    ...fadeOf('in', before, frames),
    ...fadeOf('out', behind, frames),
    'setsar=1,format=yuv420p',
  ];
  const inset = events.find(({ kind }) => kind === 'inset');
  const source = input(film);
  if (inset?.kind !== 'inset') return [`[${source}:v]${filters.join(',')}[s${at}]`];
  const [iw, ih] = [Math.round((width * inset.size) / 2) * 2, Math.round((height * inset.size) / 2) * 2];
  const other = input(inset.film);
  const place = { x: inset.corner % 2 === 0 ? 12 : width - iw - 12, y: inset.corner < 2 ? 12 : height - ih - 12 };
  return [
    `[${source}:v]${filters.join(',')}[m${at}]`,
    `[${other}:v]trim=end_frame=${frames},settb=1/${rate},setpts=N,fps=${rate},scale=${iw}:${ih}:force_original_aspect_ratio=increase,crop=${iw}:${ih},setsar=1[i${at}]`,
    `[m${at}][i${at}]overlay=${place.x}:${place.y}:enable='between(n,${inset.at},${inset.at + inset.frames - 1})':eof_action=repeat,trim=end_frame=${frames},settb=1/${rate},setpts=N,fps=${rate},format=yuv420p[s${at}]`,
  ];
}

function fadeOf(way: 'in' | 'out', join: Join | undefined, frames: number): string[] {
  if (join?.kind !== 'black' && join?.kind !== 'white') return [];
  const half = join.frames / 2;
  return [`fade=t=${way}:s=${way === 'in' ? 0 : frames - half}:n=${half}:color=${join.kind}`];
}
