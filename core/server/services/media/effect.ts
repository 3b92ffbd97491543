import { z } from 'zod';

import type { MessageKey } from '#core/contract/message-keys.ts';
import { settingsShape } from '#core/contract/plugin-settings.ts';
import { fieldsOf, type SettingsField } from '#core/contract/settings-fields.ts';

import { assertOwnName } from './operation.ts';

/** The shot that an effect is applied to, as it plays in the finished video. */
export interface EffectShot {
  /** Pixels, even. */
  width: number;
  height: number;
  /** Whole frames per second. */
  fps: number;
  /** How many frames it has, those included that a transition blends. */
  frames: number;
}

/** A render effect: pictures in, pictures out, usable on any shot of a video. */
export interface Effect<Params extends z.ZodObject = z.ZodObject> {
  /** The plugin's id, a dot, and small letters, digits, dots and dashes: `colour-lab.warm`. */
  readonly name: string;
  /** A whole number from 1. Raise it whenever the same settings give other pictures: it is part of the cache's key. */
  readonly version: number;
  /** What it is called where somebody chooses it, in a few words. */
  readonly title: MessageKey;
  /** What it does, in one sentence. */
  readonly about?: MessageKey;
  /**
   * Its settings, from which fields are made: numbers, booleans, enums and colours (`format: 'color'`), each with a
   * default and `.meta({ title })`, as in `defineSettings`. Free text is refused: it would end up in a filter.
   */
  readonly params: Params;
  /**
   * The chain of ffmpeg filters: one picture in, one out, of the same size, at the same times, none more and none less.
   * That is checked when a shot was made. Several branches may be used, with labels that begin with `fx`:
   * `split[fxa][fxb];[fxa]gblur=9[fxc];[fxb][fxc]blend=screen`.
   */
  filter(params: z.output<Params>, shot: EffectShot): string;
  /** Rough CPU seconds for the shot, besides those of encoding it; 0 by default. */
  cost?(params: z.output<Params>, shot: EffectShot): number;
}

const FIELDS: readonly SettingsField['kind'][] = ['number', 'switch', 'choice', 'color'];

/**
 * Declares a render effect. The plugin's server half returns it from `effects`.
 * @throws TypeError for a name or version as in `defineOperation`, a setting without a default, and one of another kind
 *   than numbers, booleans, enums and colours
 * @example
 * export const WARM = defineEffect({
 *   name: 'colour-lab.warm',
 *   version: 1,
 *   title: 'colour-lab:warm',
 *   params: z.object({ amount: z.number().min(0).max(1).default(0.5).meta({ title: 'colour-lab:amount' }) }),
 *   filter: ({ amount }) => `colorbalance=rm=${amount * 0.3}:bm=${amount * -0.3}`,
 * });
 */
export function defineEffect<Params extends z.ZodObject>(effect: Effect<Params>): Effect<Params> {
  const { name } = effect;
  assertOwnName('effect', effect);
  const error = effect.params.safeParse({}).error;
  if (error !== undefined) {
    throw new TypeError(`effect "${name}": each setting needs a default: ${z.prettifyError(error)}`);
  }
  for (const { key, kind } of effectFields(effect)) {
    if (!FIELDS.includes(kind)) {
      throw new TypeError(`effect "${name}": the setting "${key}" must be a number, a boolean, an enum or a colour`);
    }
  }
  return Object.freeze({ ...effect });
}

/** The fields of an effect's settings, in their order. */
export function effectFields({ params }: Pick<Effect, 'params'>): SettingsField[] {
  return fieldsOf(settingsShape.parse(z.toJSONSchema(params, { io: 'input' })));
}
