import assert from 'node:assert/strict';
import { test } from 'node:test';

import { z } from 'zod';

import { defineSettings } from '#core/contract/plugin-settings.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import { fieldsOf, isSecret, readValues } from '#core/contract/settings-fields.ts';

const account = z.object({
  opacity: z.number().min(0).max(1).default(0.8).meta({ title: 'demo:opacity', description: 'demo:about' }),
  copies: z.int().min(1).max(9).default(3),
  seconds: z.number().default(2),
  tint: z.string().default('#ffffff').meta({ format: 'color' }),
  line: z.string().max(20).default(''),
  story: z.string().max(2000).default(''),
  site: z.url().default('https://example.com'),
  mail: z.email().default('a@example.com'),
  loud: z.boolean().default(false),
  corner: z
    .enum(['left', 'right'])
    .default('left')
    .meta({ labels: { left: 'demo:left' } }),
  tags: z.array(z.string().max(12)).max(4).default([]),
  days: z.array(z.enum(['mo', 'tu'])).default(['mo']),
});
const operator = z.object({ key: z.string().default('').meta({ secret: true }) });
const settings = defineSettings({ account, operator });

test('every kind of field is told with its limits, default and words', () => {
  const fields = fieldsOf(settings.schemas.account ?? assert.fail());
  assert.deepEqual(
    fields.map(({ key, kind }) => [key, kind]),
    [
      ['opacity', 'number'],
      ['copies', 'number'],
      ['seconds', 'number'],
      ['tint', 'color'],
      ['line', 'text'],
      ['story', 'long'],
      ['site', 'url'],
      ['mail', 'email'],
      ['loud', 'switch'],
      ['corner', 'choice'],
      ['tags', 'list'],
      ['days', 'list'],
    ],
  );
  const of = (key: string) => fields.find((field) => field.key === key);
  assert.deepEqual(of('opacity'), {
    ...{ key: 'opacity', kind: 'number', standard: 0.8, min: 0, max: 1, step: 0.01, isWhole: false },
    ...{ title: 'demo:opacity', description: 'demo:about' },
  });
  assert.deepEqual([of('copies')?.step, of('copies')?.isWhole], [1, true]);
  assert.deepEqual([of('seconds')?.min, of('seconds')?.step], [undefined, undefined]);
  assert.deepEqual(of('corner')?.choices, [{ value: 'left', label: 'demo:left' }, { value: 'right' }]);
  assert.deepEqual([of('tags')?.mostEntries, of('tags')?.mostLetters], [4, 12]);
  assert.deepEqual(of('days')?.choices, [{ value: 'mo' }, { value: 'tu' }]);
});

test('what no form can be made of is told as unknown', () => {
  const odd = {
    deep: { type: 'object' },
    mixed: { anyOf: [{ type: 'string' }, { type: 'number' }] },
    numbers: { type: 'array', items: { type: 'number' } },
    choices: { enum: ['a', 1] },
    nothing: {},
  };
  const kinds = fieldsOf({ type: 'object', properties: odd }).map(({ kind }) => kind);
  assert.deepEqual(new Set(kinds), new Set(['unknown']));
});

test('a secret is known by its mark, and by nothing that a name inherits', () => {
  const shape = settings.schemas.operator ?? assert.fail();
  assert.deepEqual(
    [isSecret(shape, 'key'), isSecret(shape, 'other'), isSecret(shape, 'toString')],
    [true, false, false],
  );
});

test('what is stored and fits is read, everything else has its default', () => {
  const read = readValues(account, { opacity: 0.5, copies: 'many', corner: 'middle', gone: 1, loud: true });
  assert.deepEqual([read.opacity, read.copies, read.corner, read.loud], [0.5, 3, 'left', true]);
  assert.equal('gone' in read, false);
  assert.deepEqual(readValues(undefined, { a: 1 }), {});
});

test('a field without a default is refused where it is declared, and the manifest says whose settings they are', () => {
  assert.throws(() => defineSettings({ account: z.object({ a: z.string() }) }), /each field needs a default/);
  const own = defineSettings({ account: z.object({ a: z.string().default('') }) });
  assert.equal(own.plugin, null);
  definePlugin({ id: 'demo', version: '1.0.0', title: 'demo:title', settings: own });
  assert.equal(own.plugin, 'demo');
});
