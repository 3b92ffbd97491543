import { fail } from '#core/contract/errors.ts';
import { readEffectParams } from '#core/server/services/media/effect-registry.ts';
import type { Media } from '#core/server/services/media/media.ts';

import type { MixProject } from '#plugins/mixing/project.ts';

/**
 * Refuses a project with an effect that does not run here any more.
 * @throws expected `mixing:effect-missing`, `mixing:effect-settings` (422)
 */
export function assertEffectsRun(media: Pick<Media, 'effects'>, project: MixProject): void {
  for (const { effect, name: group } of project.groups) {
    if (effect !== undefined) assertEffect(media, effect, { group, effect: effect.name });
  }
}

type Chosen = NonNullable<MixProject['groups'][number]['effect']>;

/** @throws expected `mixing:effect-missing`, `mixing:effect-settings` (422) */
export function assertEffect(
  { effects }: Pick<Media, 'effects'>,
  { name, params }: Chosen,
  told: { group: string; effect: string },
): void {
  const effect = effects.find(name);
  if (effect === undefined) fail('mixing:effect-missing', told, { kind: 'invalid' });
  else if (readEffectParams(effect, params) === null) fail('mixing:effect-settings', told, { kind: 'invalid' });
}
