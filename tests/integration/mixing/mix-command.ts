import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { runCommand } from '#host/server/command-line.ts';
import { certificateSchema, type Certificate } from '#plugins/mixing/certificate.ts';
import { rememberTools } from '#tests/shared-media-cache.ts';

import { QUICK } from './video-formats.ts';

const MIX = fileURLToPath(new URL('../../../host/server/mix.ts', import.meta.url));

export interface MixRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface MixOptions {
  cache: string;
  /** Runs the command through another program, such as `setpriv`. */
  through?: readonly string[];
  language?: 'en' | 'zh';
  env?: NodeJS.ProcessEnv;
}

/** The fewest pixels, and shots of one second. */
const SMALL = ['--ratio', QUICK.ratio, '--resolution', String(QUICK.resolution), '--fit', QUICK.fit, '--shot', '1'];
/** Videos dated alike, so that the same command gives the same bytes. */
const DATE = { SOURCE_DATE_EPOCH: '1750000000' };

function environment({ cache, language, env }: MixOptions): NodeJS.ProcessEnv {
  rememberTools(cache);
  const locale = language === 'zh' ? 'zh_CN.UTF-8' : 'C.UTF-8';
  return { ...process.env, REELPORT_CACHE: cache, LC_ALL: locale, ...DATE, ...env };
}

/** Starts the command as a process of its own. */
export function startMix(words: readonly string[], options: MixOptions): ChildProcess & { ended: Promise<MixRun> } {
  const [program = '', ...args] = [...(options.through ?? []), process.execPath, MIX, ...SMALL, ...words];
  const child = spawn(program, args, { env: environment(options), stdio: ['ignore', 'pipe', 'pipe'] });
  const run: MixRun = { code: null, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (run.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (run.stderr += text));
  const ended = new Promise<MixRun>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...run, code }));
  });
  return Object.assign(child, { ended });
}

/** Runs the command to its end in this process, which spares a start; one at a time. */
export async function runMix(words: readonly string[], options: Omit<MixOptions, 'through'>): Promise<MixRun> {
  const run: MixRun = { code: null, stdout: '', stderr: '' };
  const collect = (stream: 'stdout' | 'stderr') => ({
    isTTY: false,
    write(text: unknown) {
      run[stream] += String(text);
      return true;
    },
  });
  Object.assign(process.env, DATE);
  try {
    const code = await runCommand(() => import('#plugins/mixing/server/command/mix.ts'), [...SMALL, ...words], {
      ...{ env: environment(options), stdout: collect('stdout'), stderr: collect('stderr') },
      signal: new AbortController().signal,
    });
    return { ...run, code };
  } finally {
    for (const name of Object.keys(DATE)) delete process.env[name];
  }
}

/** Videos of a folder, in name order. */
export function videosIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.mp4'))
    .sort();
}

/** What lies in a folder besides videos and certificate; hidden files too. */
export function leftoversIn(folder: string): string[] {
  const work = join(folder, '.reelport', 'work');
  return [
    ...readdirSync(folder).filter((name) => !/^(\d{3,}\.mp4|certificate\.(json|html)|\.reelport)$/.test(name)),
    ...readdirSync(work).map((name) => `.reelport/work/${name}`),
  ];
}

/** The certificate of a folder, proven to have its shape. */
export function certificateOf(folder: string): Certificate {
  return certificateSchema.parse(JSON.parse(readFileSync(join(folder, 'certificate.json'), 'utf8')));
}

/** sha-256 of each video of a folder, by name. */
export function digestsOf(folder: string): Record<string, string> {
  return Object.fromEntries(
    videosIn(folder).map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    ]),
  );
}
