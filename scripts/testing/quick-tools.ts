import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';

import { leaveLibrariesOut } from './lean-libraries.ts';
import { makeTestFolder } from './test-folder.ts';

// Tests start ffmpeg and ffprobe six thousand times. Debian's are linked to two hundred libraries, and most of a start
// goes into loading them and into looking each of forty thousand symbols up in one library after the other. Without the
// half that nothing here uses, a start takes a quarter. Where that is not possible, those come first in which most
// symbols are found, by which it takes a fifth less.

/**
 * Libraries that no test has ever to do with. What needs them is listed as before, and breaks when it is used. Those that
 * are asked whether a file is theirs, whatever it is, stay.
 */
const LEFT_OUT = new RegExp(
  `^(${[
    // Devices, screens and graphics cards.
    'libraw1394|libavc1394|librom1394|libiec61883|libdc1394|libcdio_\\w+|libcaca|libSDL2-2\\.0|libjack|libopenal',
    'libasound|libpulse|libGL|libX\\w+|libxcb[-\\w]*|libdrm|libva[-\\w]*|libvdpau|libmfx|libOpenCL|libplacebo',
    // Filters: spoken and heard words, plugins, shaken cameras.
    'libpocketsphinx|libsphinxbase|libflite\\w*|liblilv-0|libbs2b|libmysofa|libvidstab',
    // Protocols.
    'libzmq|librabbitmq|librist|libsrt-gnutls|libssh-gcrypt|libbluray|libxml2',
    // Codecs; of those that can be decoded in another way, that one is taken.
    'librsvg-2|libcairo|libgobject-2\\.0|libglib-2\\.0|libzvbi|libcodec2|libjxl\\w*|librav1e|libSvtAv1Enc',
    'libtheora(enc|dec)|libxvidcore|libshine|libtwolame',
  ].join('|')})\\.so`,
);
/** The libraries of ffmpeg itself, which are linked to the others. */
const OWN = /^lib(av(codec|device|filter|format|util)|postproc|sw(resample|scale))\.so/;

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
  const linked = new Map(librariesOf(program).map((path) => [basename(path).replace(/\.so.*$/, ''), path]));
  return FIRST.flatMap((name) => linked.get(name) ?? []);
}

/**
 * Copies ffmpeg's own libraries without what is left out.
 * @returns their paths; none where they are not those of a usual Linux
 */
export function copyLeanLibraries(program: string, folder: string): string[] {
  const copies: string[] = [];
  for (const path of librariesOf(program).filter((library) => OWN.test(basename(library)))) {
    const image = readFileSync(path);
    if (!leaveLibrariesOut(image, (name) => LEFT_OUT.test(name))) return [];
    const copy = join(folder, basename(path));
    writeFileSync(copy, image);
    copies.push(copy);
  }
  return copies;
}

/** The paths of all libraries that a program is linked to. */
function librariesOf(program: string): string[] {
  if (process.platform !== 'linux') return [];
  const { stdout } = spawnSync('ldd', [program], { encoding: 'utf8' });
  return [...(stdout ?? '').matchAll(/^\s*\S+ => (\/\S+)/gm)].map(([, path = '']) => path);
}

/**
 * Makes programs that start this machine's ffmpeg and ffprobe faster.
 * @returns their folder, which the caller removes; undefined where there are none to make
 */
export async function makeQuickTools(env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  const programs = ['ffmpeg', 'ffprobe'].flatMap((name) => {
    const path = findInPath(name, env);
    return path === undefined || librariesFirst(path).length === 0 ? [] : [{ name, path }];
  });
  if (programs.length === 0) return undefined;
  const folder = await makeTestFolder('rp-tools-');
  for (const { name, path } of programs) {
    const lean = copyLeanLibraries(path, folder);
    const choices = starts(path, lean) ? lean : librariesFirst(path);
    writeFileSync(join(folder, name), `#!/bin/sh\nLD_PRELOAD='${choices.join(':')}' exec '${path}' "$@"\n`, {
      mode: 0o755,
    });
  }
  return folder;
}

/** Whether a program runs with such libraries. */
function starts(program: string, libraries: readonly string[]): boolean {
  if (libraries.length === 0) return false;
  const env = { ...process.env, LD_PRELOAD: libraries.join(':') };
  return spawnSync(program, ['-version'], { env }).status === 0;
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
