import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { corpus, ENCODERS } from './corpus.ts';
import { drawClip } from './draw-clip.ts';

const KEPT = fileURLToPath(new URL('../../../.cache/bench/segmentation/', import.meta.url));
/** Changes when they are put together in another way. */
const DRAWN_AS = 1;

/** A clip for measuring speed. */
export interface SpeedClip {
  name: keyof typeof ENCODERS;
  path: string;
  seconds: number;
}

const NAMES: readonly SpeedClip['name'][] = ['editor', 'phone', 'platform'];

/** Two clips of 1080p at 30 frames a second for each way of encoding, put together of the corpus; made once and kept. */
export function speedClips(seconds: number): SpeedClip[] {
  mkdirSync(KEPT, { recursive: true });
  return NAMES.flatMap((name) =>
    [0, 1].map((part) => {
      const path = join(KEPT, `speed-${DRAWN_AS}-${name}-${part}-${seconds}.mp4`);
      if (!existsSync(path)) draw(path, { name, part, seconds });
      return { name, path, seconds };
    }),
  );
}

function draw(path: string, { name, part, seconds }: { name: SpeedClip['name']; part: number; seconds: number }): void {
  const clips = corpus(1).filter(({ kind, width }) => width === 640 && kind !== 'slides' && kind !== 'whip pans');
  // From all kinds, as many as it takes.
  const chosen = clips.filter((_, at) => at % 8 === part * 4).slice(0, Math.ceil(seconds / 8));
  const inputs = chosen.flatMap((clip) => ['-i', drawClip(clip)]);
  const each = chosen.map(
    (_, at) => `[${at}:v]settb=1/30,setpts=N,fps=30,scale=1920:1080:flags=bicubic,noise=alls=4:allf=t[v${at}]`,
  );
  const all = `${chosen.map((_, at) => `[v${at}]`).join('')}concat=n=${chosen.length},trim=duration=${seconds}[out]`;
  const draft = `${path}.part.mp4`;
  const rate = ['-b:v', '5M', '-maxrate', '8M', '-bufsize', '10M'];
  const encoder = ENCODERS[name].filter((word, at, words) => word !== '-crf' && words[at - 1] !== '-crf');
  const run = spawnSync('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-y', ...inputs, '-filter_complex', [...each, all].join(';'), '-map', '[out]'],
    ...['-c:v', 'libx264', ...encoder, ...rate, '-threads', '1', '-an', draft],
  ]);
  if (run.status !== 0) throw new Error(`ffmpeg could not draw ${path}: ${String(run.stderr)}`);
  renameSync(draft, path);
}
