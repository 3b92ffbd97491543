import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';

import { openLogFile } from '#host/server/start/log-file.ts';

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'log-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a log goes on where it ended', (t) => {
  const path = join(folderFor(t), 'logs', 'server.log');
  for (const line of ['first\n', 'second\n']) {
    const log = openLogFile(path);
    log.write(line);
    log.close();
  }
  assert.equal(readFileSync(path, 'utf8'), 'first\nsecond\n');
});

test('a log keeps its newest lines in at most six files of a limited size', (t) => {
  const folder = folderFor(t);
  const log = openLogFile(join(folder, 'server.log'));
  const megabyte = `${'x'.repeat(999_999)}\n`;
  for (let written = 0; written < 100; written += 1) log.write(megabyte);
  log.write('the last line\n');
  log.close();
  const files = readdirSync(folder);
  assert.equal(files.length, 6);
  for (const file of files) assert(statSync(join(folder, file)).size <= 12_000_000);
  assert(readFileSync(join(folder, 'server.log'), 'utf8').endsWith('the last line\n'));
});
