import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { MediaRunner } from '#core/server/services/media/runner.ts';

import { temporaryFolder } from '../media/media-kit.ts';
import { videosIn } from './mix-command.ts';

/**
 * Every video of a folder: as long as said, and nothing that a demultiplexer or a decoder would warn of. All are read by
 * one process.
 */
export async function assertClean(runner: MediaRunner, out: string, seconds: number): Promise<void> {
  const names = videosIn(out);
  const found = await temporaryFolder();
  const { log } = await runner.ffmpeg({
    cwd: found,
    args: [
      '-xerror',
      ...names.flatMap((name) => ['-i', `file:${join(out, name)}`]),
      ...names.flatMap((_, index) => [
        ...[
          '-map',
          `${index}:v`,
          '-map',
          `${index}:a`,
          '-fps_mode',
          'passthrough',
          '-f',
          'framecrc',
          `${index}.decoded`,
        ],
        ...['-map', String(index), '-c', 'copy', '-f', 'framecrc', `${index}.stored`],
      ]),
    ],
  });
  assert.equal(log, '', out);
  for (const [index, name] of names.entries()) {
    const stored = await readFile(join(found, `${index}.stored`), 'utf8');
    const told = [...stored.matchAll(/^#(?:codec_id|dimensions) (\d): (\S+)/gm)].map(([, stream, fact]) => [
      stream,
      fact,
    ]);
    assert.deepEqual(
      told,
      [
        ['0', 'h264'],
        ['0', '480x480'],
        ['1', 'aac'],
      ],
      name,
    );
    const decoded = (await readFile(join(found, `${index}.decoded`), 'utf8')).split('\n');
    const lengths = [0, 1].map((stream) =>
      decoded.filter((line) => line.startsWith(`${stream},`)).map((line) => Number(line.split(',')[3])),
    );
    assert.equal(lengths[0]?.length, Math.round(seconds * 30), name);
    const heard = (lengths[1] ?? []).reduce((sum, samples) => sum + samples, 0) / 48_000;
    assert.ok(Math.abs(heard - seconds) <= 1 / 30, `${name}: sound of ${heard} s`);
  }
}
