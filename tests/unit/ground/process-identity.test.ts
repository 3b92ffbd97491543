import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';

import {
  fileOwner,
  isRunning,
  ownFileName,
  processExists,
  processIdentity,
  type FileOwner,
} from '#core/server/ground/process-identity.ts';

function ownOwner(): FileOwner {
  return fileOwner(ownFileName()) ?? assert.fail('a file name tells its owner');
}

test('a file name is new each time and tells that this process runs', () => {
  assert.notEqual(ownFileName(), ownFileName());
  assert.equal(ownOwner().pid, process.pid);
  assert.equal(isRunning(ownOwner()), true);
});

test('an earlier process with the same number is dead', () => {
  assert.equal(isRunning({ ...ownOwner(), start: '1' }), false);
});

test('a process of another machine or namespace cannot be seen', () => {
  assert.equal(isRunning({ ...ownOwner(), space: '00000000' }), null);
});

test('other names have no owner', () => {
  for (const name of ['', 'a.mp4', '12345678', 'zzzzzzzz-1-2-3', '12345678-one-2-3']) {
    assert.equal(fileOwner(name), undefined, name);
  }
});

test('a process that ended exists no more and has no identity', async () => {
  const child = spawn(process.execPath, ['--eval', 'process.stdin.resume()']);
  const pid = child.pid ?? assert.fail('the process starts');
  assert.equal(processExists(pid), true);
  const identity = await processIdentity(pid);
  assert.ok(identity);
  assert.equal(await processIdentity(pid), identity);
  assert.notEqual(identity, await processIdentity(process.pid));
  child.stdin.end();
  await once(child, 'close');
  assert.deepEqual([processExists(pid), await processIdentity(pid)], [false, undefined]);
});
