import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { EffectShot } from '#core/server/services/media/effect.ts';
import { applyEffect, readEffectParams, type AppliedEffect } from '#core/server/services/media/effect-registry.ts';
import type { Media } from '#core/server/services/media/media.ts';

import type { MixGroup } from '#plugins/mixing/project.ts';

/**
 * The effect of a group on one of its shots; undefined for none.
 * @throws expected `mixing:effect-missing`, `mixing:effect-settings`, `mixing:effect-broken` (422)
 */
export function appliedEffect(
  { effects }: Pick<Media, 'effects'>,
  { name: group, effect: chosen }: Pick<MixGroup, 'name' | 'effect'>,
  shot: EffectShot,
): AppliedEffect | undefined {
  if (chosen === undefined) return undefined;
  const effect = effects.find(chosen.name);
  const told = { effect: chosen.name, group };
  if (effect === undefined) return fail('mixing:effect-missing', told, { kind: 'invalid' });
  const params = readEffectParams(effect, chosen.params);
  if (params === null) return fail('mixing:effect-settings', told, { kind: 'invalid' });
  try {
    return applyEffect(effect, params, shot);
  } catch (error) {
    throw new ExpectedError('mixing:effect-broken', { effect: chosen.name }, { kind: 'invalid', cause: error });
  }
}
