import { expect, test } from '@rstest/core';
import { z } from 'zod';

import { exampleOf } from '#core/web/testing/example-of.ts';

const ship = z.object({
  id: z.uuid(),
  name: z.string(),
  masts: z.number().int().min(2),
  state: z.enum(['sailing', 'moored']),
  cargo: z.array(z.string()),
  captain: z.string().nullable(),
  flag: z.string().optional(),
  home: z.object({ port: z.string(), since: z.iso.datetime() }),
});

test('an example has what a schema asks for, and what is known of it', () => {
  const { id, home, ...rest } = exampleOf(ship, { name: 'Swallow' });
  expect(rest).toEqual({ name: 'Swallow', masts: 2, state: 'sailing', cargo: [], captain: null });
  expect(home.port).toBe('');
  expect(exampleOf(ship).id).not.toBe(id);
});

test('what no example can be made of has to be named', () => {
  const mark = z.object({ color: z.string().regex(/^#\d{6}$/) });
  expect(() => exampleOf(mark)).toThrow('color');
  expect(exampleOf(mark, { color: '#123456' }).color).toBe('#123456');
});
