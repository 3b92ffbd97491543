import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checkSchedules, nextTime } from '#core/server/services/schedules/schedule.ts';

const nightly = { name: 'tidy', cron: '30 4 * * *', zone: 'Asia/Shanghai', job: 'tide.tidy' };
const next = (cron: string, zone: string, after: string) => nextTime({ cron, zone }, new Date(after)).toISOString();

test('times are those of the zone, also when its clocks change', () => {
  assert.equal(next('30 4 * * *', 'Asia/Shanghai', '2026-11-24T00:00:00Z'), '2026-11-24T20:30:00.000Z');
  assert.equal(next('30 4 * * *', 'Asia/Shanghai', '2026-11-24T20:30:00Z'), '2026-11-25T20:30:00.000Z');
  assert.equal(next('0 12 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z'), '2026-03-29T10:00:00.000Z');
  assert.equal(next('0 9 * * 1', 'UTC', '2026-11-24T00:00:00Z'), '2026-11-30T09:00:00.000Z');
});

test('what cannot be started is refused with a sentence that names it', () => {
  const refused = (change: Partial<typeof nightly>, message: RegExp, ...more: (typeof nightly)[]) =>
    assert.throws(() => checkSchedules('tide', [{ ...nightly, ...change }, ...more], ['tide.tidy']), {
      ...{ name: 'TypeError', message },
    });
  checkSchedules('tide', [nightly], ['tide.tidy']);
  refused({ cron: '* * * *' }, /"tidy": cron must have five parts/);
  refused({ cron: '* * * * * *' }, /cron must have five parts/);
  refused({ cron: '61 4 * * *' }, /the cron "61 4 \* \* \*" cannot be read/);
  refused({ zone: 'Middle/Earth' }, /"Middle\/Earth" is no time zone/);
  refused({ job: 'moon.tidy' }, /starts "moon\.tidy", which is not among the jobs of the plugin/);
  refused({ name: 'Tidy Up' }, /must be named/);
  refused({}, /is there twice/, nightly);
  assert.throws(() => checkSchedules('tide', {} as never, []), { message: /schedules must be a list/ });
});
