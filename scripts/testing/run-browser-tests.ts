import { fileURLToPath } from 'node:url';

import { runCommand } from './processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const RSTEST = fileURLToPath(import.meta.resolve('@rstest/core/package.json').replace('package.json', 'bin/rstest.js'));
const SETTINGS = 'tests/browser/rstest.config.ts';

/** The result of the browser half's tests. */
export interface BrowserTestResult {
  passed: number;
  failed: number;
  skipped: number;
  output: string;
  seconds: number;
  processorSeconds: number;
}

/**
 * Runs tests of the browser half, all in one run of rstest. A run that ends without its summary has failed.
 * @param files paths relative to the repository root
 */
export async function runBrowserTests(files: string[], limitMilliseconds: number): Promise<BrowserTestResult> {
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
  const result = await runCommand([process.execPath, RSTEST, 'run', '--config', SETTINGS, ...files], {
    cwd: root,
    env,
    limitMilliseconds,
  });
  const line = /^(\d+) passed, (\d+) failed, (\d+) skipped$/m.exec(result.output);
  const [passed = 0, failed = 0, skipped = 0] = (line ?? []).slice(1).map(Number);
  const isBroken = line === null || (result.code !== 0 && failed === 0);
  return { ...result, passed, failed: failed + Number(isBroken), skipped };
}
