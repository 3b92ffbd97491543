import { spawnSync } from 'node:child_process';
import { accessSync, constants, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { makeTestFolder } from './test-folder.ts';

// Tests start ffmpeg and ffprobe two thousand times. Debian's are linked to two hundred libraries, and half of a start
// goes into looking each of forty thousand symbols up in one library after the other. Where those come first in which
// most are found, a start takes a fifth less.

/**
 * The libraries in which most symbols are found, in an order in which each is still found in the same one. Those in C++
 * are not among them, since they repeat each other's symbols.
 */
const FIRST = [
  ...['libm', 'libc', 'libcrypto', 'libepoxy', 'libglib-2.0', 'libblas', 'liblapack', 'libavutil', 'libasound'],
  ...['libgio-2.0', 'libnettle', 'libgnutls', 'libmbedcrypto', 'libdb-5.3', 'libcodec2', 'libunistring'],
  ...['libpango-1.0', 'libgobject-2.0'],
];

/** Paths of the libraries that a program had better find first; none where it is not linked to them. */
export function librariesFirst(program: string): string[] {
  if (process.platform !== 'linux') return [];
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' });
  const linked = new Map(
    [...(stdout ?? '').matchAll(/^\s*(\S+?)\.so\S* => (\/\S+)/gm)].map(([, name, path]) => [name, path]),
  );
  return FIRST.flatMap((name) => linked.get(name) ?? []);
}

/**
 * Makes programs that start this machine's ffmpeg and ffprobe faster.
 * @returns their folder, which the caller removes; undefined where there are none to make
 */
export async function makeQuickTools(env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const programs = ['ffmpeg', 'ffprobe'].flatMap((name) => {
    const path = findInPath(name, env);
    const first = path === undefined ? [] : librariesFirst(path);
    return first.length > 0 ? [{ name, path, first }] : [];
  });
  if (programs.length === 0) return undefined;
  const folder = await makeTestFolder('rp-tools-');
  for (const { name, path, first } of programs) {
    writeFileSync(join(folder, name), `#!/bin/sh\nLD_PRELOAD='${first.join(':')}' exec '${path}' "$@"\n`, {
      mode: 0o755,
    });
  }
  return folder;
}

/** Finds a program as a shell would. */
export function findInPath(name: string, { PATH = '' }: NodeJS.ProcessEnv): string | undefined {
  return PATH.split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}
