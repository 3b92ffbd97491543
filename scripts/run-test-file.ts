import { readFileSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { run } from 'node:test';
import type { EventData } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';

import { makeTestFolder } from './test-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const MARK = 'REELPORT_TEST_FILE';

/** What a test file came to. */
export interface TestFileResult {
  file: string;
  passed: number;
  skipped: number;
  /** Each failure in full, ready to print. */
  failures: string[];
  /** What the file printed. */
  output: string;
  seconds: number;
}

/**
 * Runs one test file in a process of its own, with a temporary folder of its own. A
 * file that holds no test, does not end by itself in time, or leaves a process behind
 * has failed.
 * @param file absolute path
 */
export async function runTestFile(
  file: string,
  { env, limitMilliseconds }: { env: NodeJS.ProcessEnv; limitMilliseconds: number },
): Promise<TestFileResult> {
  const name = relative(root, file);
  const began = performance.now();
  const folder = await makeTestFolder('rp-');
  const result: TestFileResult = { file: name, passed: 0, skipped: 0, failures: [], output: '', seconds: 0 };
  const limit = AbortSignal.timeout(limitMilliseconds);
  const events = run({
    files: [file],
    signal: limit,
    env: { ...process.env, ...env, TMPDIR: folder, [MARK]: folder },
  });
  let tests = 0;
  for await (const event of events as AsyncIterable<{ type: string; data: EventData.TestPass & EventData.TestFail }>) {
    const { data, type } = event;
    if (type === 'test:stdout' || type === 'test:stderr') result.output += Reflect.get(data, 'message');
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details.type === 'suite') continue;
    const isWholeFile = data.name === file;
    if (type === 'test:fail') result.failures.push(tellFailure(isWholeFile ? `${name} ended` : data.name, data));
    else if (isWholeFile) result.failures.push(`${name} holds no test`);
    else if (data.skip !== undefined || data.todo !== undefined) result.skipped += 1;
    else result.passed += 1;
    tests += 1;
  }
  if (limit.aborted) result.failures.push(`${name} was ended after ${limitMilliseconds / 1000} s`);
  if (tests === 0 && result.failures.length === 0) result.failures.push(`${name} holds no test`);
  for (const left of endLeftOver(folder)) result.failures.push(`${name} left a process behind: ${left}`);
  await rm(folder, { recursive: true, force: true });
  result.seconds = (performance.now() - began) / 1000;
  return result;
}

function tellFailure(name: string, { file, line, details: { error } }: EventData.TestFail): string {
  const where = file === undefined ? '' : ` (${relative(root, file)}:${line ?? 1})`;
  return `${name}${where}\n${inspect(error.cause ?? error)}`.replaceAll('\n', '\n    ');
}

/** Processes whose environment carries the mark, or whose command names the folder; each is ended. */
function endLeftOver(folder: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((entry) => {
    const pid = Number(entry);
    if (!Number.isInteger(pid) || pid === process.pid) return [];
    const command = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
    const marked = read(`/proc/${pid}/environ`).split('\0').includes(`${MARK}=${folder}`);
    if (command === '' || (!marked && !command.includes(`${folder}/`))) return [];
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      return [];
    }
    return [`${pid} ${command.trim()}`];
  });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
