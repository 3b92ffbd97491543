import assert from 'node:assert/strict';
import { test } from 'node:test';

import { z } from 'zod';

import { defineSettings, type SettingsShape } from '#core/contract/plugin-settings.ts';
import { InvalidRequest } from '#core/server/ground/field-faults.ts';
import { checkSettings } from '#core/server/services/settings/check-settings.ts';

const { schemas } = defineSettings({
  account: z.object({
    opacity: z.number().min(0).max(1).default(0.8),
    copies: z.int().default(1),
    corner: z.enum(['left', 'right']).default('left'),
    mail: z.email().default('a@example.com'),
    site: z.url().default('https://example.com'),
    tint: z.string().default('#ffffff').meta({ format: 'color' }),
    code: z
      .string()
      .regex(/^[a-z]{3}$/)
      .default('abc'),
    codes: z
      .array(z.string().regex(/^[a-z]+$/))
      .max(2)
      .default([]),
    loud: z.boolean().default(true),
  }),
});
const shape = schemas.account ?? assert.fail();

function faults(changes: Record<string, unknown>, of: SettingsShape = shape): string[] {
  try {
    checkSettings(of, changes);
    return [];
  } catch (error) {
    assert.ok(error instanceof InvalidRequest);
    return error.faults('en').map((fault) => fault.field);
  }
}

test('what fits is let through, and null takes anything away', () => {
  assert.deepEqual(
    faults({
      ...{ opacity: 1, copies: 2, corner: 'right', mail: 'b@example.com', site: 'https://a.example', tint: '#00ffAA' },
      ...{ code: 'xyz', codes: ['a', 'b'], loud: null, gone: null },
    }),
    [],
  );
});

const wrong: [string, unknown][] = [
  ['opacity', 2],
  ['opacity', '1'],
  ['copies', 1.5],
  ['corner', 'middle'],
  ['mail', 'nobody'],
  ['site', 'no address'],
  ['tint', 'javascript:red'],
  ['code', 'ABC'],
  ['loud', 'yes'],
  ['code', { length: 3 }],
  ['nobody', 1],
  ['toString', 1],
  ['code', 'x'.repeat(20_000)],
];
for (const [key, value] of wrong) {
  test(`${key} = ${JSON.stringify(value).slice(0, 30)} is refused by its name`, () => {
    assert.deepEqual(faults({ loud: false, [key]: value }), [`body.values.${key}`]);
  });
}

test('each wrong field of several is named', () => {
  assert.deepEqual(faults({ opacity: 2, codes: ['A'], loud: true, other: 1 }), [
    'body.values.opacity',
    'body.values.codes',
    'body.values.other',
  ]);
});

test('a pattern that would never end is ended, and refuses', () => {
  const hostile: SettingsShape = {
    type: 'object',
    properties: {
      slow: { type: 'string', pattern: '^(a+)+$' },
      broken: { type: 'string', pattern: '(' },
      hidden: { type: 'string', not: { pattern: '^(a+)+$' }, anyOf: [{ pattern: '^(a+)+$' }] },
      strange: { type: 'spaceship' },
    },
  };
  const text = `${'a'.repeat(60)}!`;
  assert.deepEqual(faults({ slow: text }, hostile), ['body.values.slow']);
  assert.deepEqual(faults({ broken: text }, hostile), ['body.values.broken']);
  assert.deepEqual(faults({ hidden: text }, hostile), []);
  assert.deepEqual(faults({ strange: text }, hostile), ['body.values.strange']);
});
