import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const RSTEST = fileURLToPath(import.meta.resolve('@rstest/core/package.json').replace('package.json', 'bin/rstest.js'));

/** What the tests of the browser half came to. */
export interface BrowserTestResult {
  passed: number;
  failed: number;
  skipped: number;
  output: string;
  seconds: number;
}

/**
 * Runs tests of the browser half, all in one run of rstest. A run that ends without its closing line has failed.
 * @param files paths from the root of the repository
 */
export function runBrowserTests(files: string[], limitMilliseconds: number): Promise<BrowserTestResult> {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [RSTEST, 'run', ...files], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
      timeout: limitMilliseconds,
      killSignal: 'SIGKILL',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
    const end = (code: number | null): void => {
      const line = /^(\d+) passed, (\d+) failed, (\d+) skipped$/m.exec(output);
      const [passed = 0, failed = 0, skipped = 0] = (line ?? []).slice(1).map(Number);
      const isBroken = line === null || (code !== 0 && failed === 0);
      const seconds = (performance.now() - began) / 1000;
      resolve({ passed, failed: failed + Number(isBroken), skipped, output, seconds });
    };
    child.once('error', (error) => {
      output += error.message;
      end(null);
    });
    child.once('close', end);
  });
}
