import assert from 'node:assert/strict';
import { test } from 'node:test';

import { DrizzleQueryError } from 'drizzle-orm/errors';

import { createLog } from '#core/server/ground/log.ts';

function logged(...args: [object, string]): string {
  let written = '';
  createLog({ level: 'info', name: 'test', stream: { write: (line) => void (written += line) } }).info(...args);
  return written;
}

test('a line is JSON with time, name and message', () => {
  const line = JSON.parse(logged({ a: 1 }, 'hello')) as Record<string, unknown>;
  assert.deepEqual([line['name'], line['msg'], line['a']], ['test', 'hello', 1]);
  assert.ok(!Number.isNaN(Date.parse(String(line['time']))));
});

test('fields named like secrets are masked', () => {
  const line = logged(
    {
      token: 'hunter2',
      headers: { authorization: 'hunter2', cookie: 'hunter2' },
      body: { user: { password: 'hunter2', access_token: 'hunter2' } },
      s3: { secretAccessKey: 'hunter2' },
    },
    'x',
  );
  assert.ok(!line.includes('hunter2'), line);
});

test('the values of a failed query are left out, its text stays', () => {
  const cause = Object.assign(new Error('duplicate key'), { detail: 'Key (mobile)=(13800000000) already exists.' });
  const error = new DrizzleQueryError('insert into "a" values ($1)', ['13800000000'], cause);
  const line = logged({ err: error }, 'x');
  assert.ok(!line.includes('13800000000'), line);
  assert.match(line, /insert into/);
  assert.match(line, /duplicate key/);
});
