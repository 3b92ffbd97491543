import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const REELPORT = fileURLToPath(import.meta.resolve('#core/bin/reelport.mjs'));

/** What a command of the tools printed, and how it ended. */
export interface ToolRun {
  code: number | null;
  output: string;
}

/** An empty folder beside which nothing of ours lies; it goes when the test ends. */
export function emptyFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'reelport-author-'));
  const { NODE_ENV } = process.env;
  t.after(() => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    // The bundler sets it in whatever process it builds.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  });
  return folder;
}

/** Runs `reelport plugin …` as an author does, without a network to reach. */
export async function reelport(
  folder: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<ToolRun> {
  const child = spawn(process.execPath, [REELPORT, 'plugin', ...words], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...{
        LC_ALL: 'C.UTF-8',
        NO_COLOR: '1',
        NODE_ENV: '',
        npm_config_offline: 'true',
        HTTPS_PROXY: 'http://127.0.0.1:9',
      },
      ...env,
    },
    timeout: 120_000,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (output += part));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

/** Changes a file of a plugin. */
export function edit(folder: string, file: string, change: (before: string) => string): void {
  const path = join(folder, file);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

/** Writes a file of a plugin, and the folders to it. */
export function write(folder: string, file: string, content: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
}
