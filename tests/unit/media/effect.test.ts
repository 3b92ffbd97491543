import assert from 'node:assert/strict';
import { test } from 'node:test';

import { z } from 'zod';

import { defineEffect, effectFields, type Effect } from '#core/server/services/media/effect.ts';
import { applyEffect, createEffectRegistry, readEffectParams } from '#core/server/services/media/effect-registry.ts';

const PARAMS = z.object({
  amount: z.number().min(0).max(1).default(0.5),
  tint: z.string().default('#ff8800').meta({ format: 'color' }),
  soft: z.boolean().default(false),
  side: z.enum(['left', 'right']).default('left'),
});
const SHOT = { width: 720, height: 1280, fps: 30, frames: 90 };

function warm(change: Partial<Effect> = {}): Effect {
  return defineEffect({
    ...{ name: 'colour-lab.warm', version: 1, title: 'mixing:title', params: PARAMS },
    ...{ filter: ({ amount }: z.output<typeof PARAMS>) => `colorbalance=rm=${amount}`, ...change },
  } as Effect);
}

test('its settings are fields: numbers, booleans, enums and colours', () => {
  assert.deepEqual(
    effectFields(warm()).map(({ key, kind }) => [key, kind]),
    [
      ['amount', 'number'],
      ['tint', 'color'],
      ['soft', 'switch'],
      ['side', 'choice'],
    ],
  );
});

test('an effect with free text, or with a setting without a default, is refused', () => {
  const text = z.object({ words: z.string().default('') });
  assert.throws(() => warm({ params: text }), /"colour-lab.warm": the setting "words" must be a number/);
  assert.throws(() => warm({ params: z.object({ amount: z.number() }) }), /each setting needs a default/);
});

test('a name without the plugin’s id is refused, and one that is there already', () => {
  assert.throws(() => warm({ name: 'warm' }), /effect "warm" must be named "<plugin>.<name>"/);
  const registry = createEffectRegistry();
  registry.add([warm()]);
  assert.throws(() => registry.add([warm()]), /"colour-lab.warm" is registered twice/);
  assert.equal(registry.find('colour-lab.cold'), undefined);
});

test('settings are read with their defaults; what does not fit is none', () => {
  const defaults = { amount: 0.5, tint: '#ff8800', soft: false, side: 'left' };
  assert.deepEqual(readEffectParams(warm(), {}), defaults);
  assert.deepEqual(readEffectParams(warm(), { amount: 1, gone: 3 }), { ...defaults, amount: 1 });
  for (const params of [{ amount: 2 }, { side: 'top' }, { amount: 'much' }, null]) {
    assert.equal(readEffectParams(warm(), params), null);
  }
});

test('a colour cannot bring filters of its own', () => {
  for (const tint of ['red,movie=/etc/passwd', "red'", 'red[a]', 'red;', 'red:x=1', 'a b']) {
    assert.equal(readEffectParams(warm(), { tint }), null, tint);
  }
});

test('what is applied is its chain for the shot, with its cost', () => {
  const applied = applyEffect(warm({ cost: (_, { frames }) => frames / 100 }), { amount: 0.25 }, SHOT);
  assert.deepEqual([applied.chain, applied.cost, applied.params], ['colorbalance=rm=0.25', 0.9, { amount: 0.25 }]);
  const branches = 'split[fxa][fxb];[fxa]gblur=9[fxc];[fxb][fxc]blend=screen';
  assert.equal(applyEffect(warm({ filter: () => branches }), {}, SHOT).chain, branches);
});

test('a chain with a label of others is refused, and is the plugin’s fault', () => {
  const faults: unknown[] = [];
  const failed = (error: unknown) => void faults.push(error);
  for (const change of [
    { filter: () => 'null[body0];[0:v]copy' },
    { filter: () => '' },
    { filter: () => 'x'.repeat(5000) },
    { filter: () => 'null', cost: () => NaN },
  ]) {
    assert.throws(() => applyEffect({ ...warm(change), failed }, {}, SHOT), {
      name: 'TypeError',
      message: /colour-lab/,
    });
  }
  assert.equal(faults.length, 4);
});
