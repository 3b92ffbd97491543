import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';

import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';

import type { MediaTools } from './runner.ts';

const NEEDED_ENCODERS = ['libx264', 'aac'] as const;
const NEEDED_FILTERS = [
  'xfade',
  'subtitles',
  'ass',
  'ebur128',
  'alimiter',
  'sidechaincompress',
  'zscale',
  'tonemap',
] as const;

const run = promisify(execFile);

const checkedSchema = z.object({
  fingerprint: z.string(),
  version: z.string(),
  prlimit: z.string().nullable(),
  setpriv: z.string().nullable(),
});
type Checked = z.output<typeof checkedSchema>;

/** Where to look for the tools, and where to remember the result. */
export interface FindMediaToolsOptions {
  /** Where the result of the check is stored, so that the next start need not run any tool. */
  cacheFolder: string;
  /** Where `FFMPEG_PATH`, `FFPROBE_PATH` and `PATH` are read from; the process's environment by default. */
  env?: NodeJS.ProcessEnv;
}

/** The command that installs ffmpeg on this machine, as a person would type it. */
export function ffmpegInstallCommand(platform: NodeJS.Platform = process.platform): string {
  if (platform === 'darwin') return 'brew install ffmpeg';
  if (platform === 'win32') return 'winget install ffmpeg';
  if (existsSync('/etc/fedora-release')) return 'sudo dnf install -y ffmpeg';
  if (existsSync('/etc/arch-release')) return 'sudo pacman -S ffmpeg';
  return 'sudo apt-get install -y ffmpeg';
}

/** Finds a program as a shell would; null when there is none. */
async function inPath(name: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  for (const folder of (env.PATH ?? '').split(delimiter).filter(isAbsolute)) {
    const path = join(folder, name + suffix);
    if (await isProgram(path)) return path;
  }
  return null;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

async function locate(tool: 'ffmpeg' | 'ffprobe', env: NodeJS.ProcessEnv): Promise<string> {
  const named = env[tool === 'ffmpeg' ? 'FFMPEG_PATH' : 'FFPROBE_PATH'];
  const path = named ? ((await isProgram(named)) ? named : null) : await inPath(tool, env);
  if (path === null) return fail('core:media.tool-missing', { tool: named || tool, command: ffmpegInstallCommand() });
  return realpath(path);
}

/** Changes whenever one of the programs is replaced: covers path, size, time, and what we require of them. */
async function fingerprintOf(paths: readonly (string | null)[]): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([NEEDED_ENCODERS, NEEDED_FILTERS]));
  for (const path of paths) {
    if (path === null) {
      hash.update('none\n');
      continue;
    }
    const { size, mtimeMs } = await stat(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

async function ask(path: string, tool: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await run(path, ['-hide_banner', ...args], { timeout: 20_000, maxBuffer: 8 << 20 });
    return stdout;
  } catch (cause) {
    return fail('core:media.tool-missing', { tool, command: ffmpegInstallCommand() }, { cause });
  }
}

function demand(tool: string, listing: string, needed: readonly string[]): void {
  const offered = new Set([...listing.matchAll(/^ *[A-Z.|]{2,} +(\S+)/gm)].map((match) => match[1]));
  for (const feature of needed) {
    if (!offered.has(feature)) fail('core:media.tool-lacks', { tool, feature });
  }
}

/** The wrapper programs that limit a child process, each only if it works as we need here. */
async function checkWrappers(prlimit: string | null, setpriv: string | null) {
  const works = async (path: string | null, args: string[]) =>
    path !== null &&
    (await run(path, [...args, '--', process.execPath, '--version'], { timeout: 20_000 }).then(
      () => true,
      () => false,
    ));
  return {
    prlimit: (await works(prlimit, ['--core=0', '--cpu=60:65'])) ? prlimit : null,
    setpriv: (await works(setpriv, ['--pdeathsig', 'KILL', '--no-new-privs'])) ? setpriv : null,
  };
}

async function check(
  ffmpeg: string,
  ffprobe: string,
  prlimit: string | null,
  setpriv: string | null,
  fingerprint: string,
): Promise<Checked> {
  const [banner, encoders, filters, wrappers] = await Promise.all([
    ask(ffmpeg, 'ffmpeg', ['-version']),
    ask(ffmpeg, 'ffmpeg', ['-encoders']),
    ask(ffmpeg, 'ffmpeg', ['-filters']),
    checkWrappers(prlimit, setpriv),
    ask(ffprobe, 'ffprobe', ['-version']),
  ]);
  const version = /^ffmpeg version (\S+)/.exec(banner)?.[1];
  if (version === undefined) return fail('core:media.tool-missing', { tool: ffmpeg, command: ffmpegInstallCommand() });
  demand('ffmpeg', encoders, NEEDED_ENCODERS);
  demand('ffmpeg', filters, NEEDED_FILTERS);
  return { fingerprint, version, ...wrappers };
}

async function remembered(path: string, fingerprint: string): Promise<Checked | undefined> {
  try {
    const checked = checkedSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
    return checked.success && checked.data.fingerprint === fingerprint ? checked.data : undefined;
  } catch {
    return undefined;
  }
}

async function remember(path: string, checked: Checked): Promise<void> {
  const draft = `${path}.${process.pid}`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(draft, JSON.stringify(checked));
  await rename(draft, path);
}

/**
 * Finds ffmpeg and ffprobe and makes sure that they support what the engine needs. The first call on a machine
 * runs them; later calls only compare the files and run them again after a change.
 * @throws expected `core:media.tool-missing` with the command that installs it,
 * `core:media.tool-lacks` with the feature that this build was made without
 */
export async function findMediaTools(options: FindMediaToolsOptions): Promise<MediaTools> {
  const env = options.env ?? process.env;
  const linux = process.platform === 'linux';
  const ffmpeg = await locate('ffmpeg', env);
  const ffprobe = await locate('ffprobe', env);
  const prlimit = linux ? await inPath('prlimit', env) : null;
  const setpriv = linux ? await inPath('setpriv', env) : null;
  const fingerprint = await fingerprintOf([ffmpeg, ffprobe, prlimit, setpriv]);
  const path = join(options.cacheFolder, 'media-tools.json');
  let checked = await remembered(path, fingerprint);
  if (checked === undefined) {
    checked = await check(ffmpeg, ffprobe, prlimit, setpriv, fingerprint);
    await remember(path, checked);
  }
  return { ffmpeg, ffprobe, version: checked.version, prlimit: checked.prlimit, setpriv: checked.setpriv };
}
