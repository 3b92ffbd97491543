import { expect, test } from '@rstest/core';

import { answer, mountPlugin } from '#core/web/testing/index.ts';
import { listMaterialRecords } from '#plugins/materials/calls.ts';
import { dayOfField, fieldOfDay, rangeOf, stepOf } from '#core/web/live/period.ts';

import { FakeLibrary, idOf, materials, uploadsOf } from './materials-plugin.ts';

const day = (text: string): Date => new Date(`${text}T12:34:56`);
const shown = ({ from, until }: { from: Date; until: Date }) => [fieldOfDay(from), fieldOfDay(until)];

test('a day ends with the next, a week with the next Monday, a month with the first of the next', () => {
  expect(shown(rangeOf('day', day('2026-12-31')))).toEqual(['2026-12-31', '2027-01-01']);
  expect(shown(rangeOf('week', day('2026-11-21')))).toEqual(['2026-11-16', '2026-11-23']);
  expect(shown(rangeOf('week', day('2026-11-22')))).toEqual(['2026-11-16', '2026-11-23']);
  expect(shown(rangeOf('week', day('2026-11-23')))).toEqual(['2026-11-23', '2026-11-30']);
  expect(shown(rangeOf('month', day('2028-02-29')))).toEqual(['2028-02-01', '2028-03-01']);
});

test('one step on from the last of January is the last of February', () => {
  expect(fieldOfDay(stepOf('month', day('2026-01-31'), 1))).toBe('2026-02-28');
  expect(fieldOfDay(stepOf('week', day('2026-01-01'), -1))).toBe('2025-12-25');
  expect(dayOfField('')).toBe(null);
  expect(fieldOfDay(dayOfField('2026-11-21') ?? new Date(0))).toBe('2026-11-21');
});

test('the record asks for the chosen week, its end excluded, and for a kind', async () => {
  const page = await mountPlugin(materials, {
    ...{ page: 'Record', path: '/material/list/record', services: [uploadsOf()] },
    calls: [
      answer(listMaterialRecords, {
        items: [
          {
            ...{ id: idOf(1), materialId: idOf(2), name: '镜头.mp4', kind: 'video', what: 'moved' as const },
            ...{ detail: '夏季', at: '2026-01-01T00:00:00.000Z' },
          },
        ],
        ...{ nextCursor: null, total: 1 },
      }),
      ...new FakeLibrary().calls,
    ],
  });
  await page.until(() => page.text.includes('1 条'));
  await page.click(page.byRole('button', '周'));
  await page.click(page.byRole('button', '音乐'));
  const { from, until } = rangeOf('week', new Date());
  await page.until(() => page.http.callsOf(listMaterialRecords).length === 3);
  expect(page.http.callsOf(listMaterialRecords)[2]?.query).toMatchObject({
    ...{ kind: 'music', from: from.toISOString(), until: until.toISOString() },
  });
  await page.unmount();
});
