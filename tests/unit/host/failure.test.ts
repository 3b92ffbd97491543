import assert from 'node:assert/strict';
import { test } from 'node:test';

import { ExpectedError } from '#core/contract/errors.ts';
import { failureOf, failureSchema, tell } from '#host/server/start/failure.ts';

const surroundings = { dataDir: '/srv/data', host: '10.1.2.3' };
const texts = { unexpected: 'host:start.failed', log: '/srv/data/logs/server.log' } as const;

function systemError(code: string, syscall = 'write'): Error {
  return Object.assign(new Error(`${code}: ${syscall}`), { code, syscall });
}

test('faults of the system are told in terms of what was set', () => {
  const told = (code: string, syscall?: string): string =>
    tell(failureOf(systemError(code, syscall), surroundings), 'en', texts);
  assert.match(told('EADDRNOTAVAIL', 'listen'), /10\.1\.2\.3 is not an address/);
  assert.match(told('ENOSPC'), /disk is full.*\/srv\/data/);
  assert.match(told('EACCES', 'open'), /No permission to write.*\/srv\/data/);
});

test('an expected condition keeps its own text in the language of the reader', () => {
  const failure = failureOf(new ExpectedError('host:start.port-taken', { port: 80, setting: 'PORT' }), surroundings);
  assert.match(tell(failure, 'en', texts), /^Port 80 /);
  assert.match(tell(failure, 'zh', texts), /80/);
  assert.notEqual(tell(failure, 'zh', texts), tell(failure, 'en', texts));
});

test('anything else is one line with its reason and where the log is', () => {
  const line = tell(failureOf(new TypeError('first line\nsecond line'), surroundings), 'en', texts);
  assert.match(line, /first line.*\/srv\/data\/logs\/server\.log/);
  assert(!line.includes('second line'));
});

test('a failure passes between processes, a made-up text key does not', () => {
  const failure = failureOf(new ExpectedError('host:start.port-taken', { port: 80, setting: 'PORT' }), surroundings);
  assert.deepEqual(failureSchema.parse(structuredClone(failure)), failure);
  assert.equal(failureSchema.safeParse({ code: 'host:no-such-text', params: {} }).success, false);
});
