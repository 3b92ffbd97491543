import { z } from 'zod';

import type { Effect, EffectShot } from './effect.ts';

/** An effect as it is registered. */
export interface RegisteredEffect extends Effect {
  /** Is told when its filters did not do what an effect has to, so that the fault is its plugin's. */
  failed?(error: unknown): void;
}

/** An effect with settings, for one shot. */
export interface AppliedEffect {
  name: string;
  version: number;
  /** The settings with their defaults: with name and version they decide what it does. */
  params: Readonly<Record<string, unknown>>;
  /** Its chain of filters. */
  chain: string;
  /** CPU seconds. */
  cost: number;
  /** See {@link RegisteredEffect.failed}. */
  failed(error: unknown): void;
}

/** The effects of all plugins of a process. */
export interface EffectRegistry {
  /** @throws TypeError when one of that name is there already */
  add(effects: readonly RegisteredEffect[]): void;
  /** Forgets those of a plugin. */
  remove(plugin: string): void;
  /** In the order in which they were added. */
  list(): readonly RegisteredEffect[];
  /** Undefined where no running plugin has it. */
  find(name: string): RegisteredEffect | undefined;
}

/** Creates an {@link EffectRegistry} without effects. */
export function createEffectRegistry(): EffectRegistry {
  const known = new Map<string, RegisteredEffect>();
  return {
    add(effects) {
      for (const effect of effects) {
        if (known.has(effect.name))
          throw new TypeError(`effect "${effect.name}" is registered twice; rename one of them`);
        known.set(effect.name, effect);
      }
    },
    remove(plugin) {
      for (const name of known.keys()) if (name.startsWith(`${plugin}.`)) known.delete(name);
    },
    list: () => [...known.values()],
    find: (name) => known.get(name),
  };
}

/** Reads the settings of an effect; null when they do not fit. */
export function readEffectParams(effect: Effect, given: unknown): Readonly<Record<string, unknown>> | null {
  const parsed = effect.params.safeParse(given);
  return parsed.success && Object.values(parsed.data).every(isHarmless) ? parsed.data : null;
}

/** Letters, digits and the like: nothing that could begin another filter, whatever a schema allows. */
const isHarmless = (value: unknown): boolean =>
  typeof value === 'string' ? /^[\w#.-]{0,64}$/.test(value) : ['number', 'boolean'].includes(typeof value);

/** The most letters of a chain of filters. */
const MOST_LETTERS = 4000;

/**
 * Applies an effect to a shot.
 * @param params as {@link readEffectParams} gave them
 * @throws TypeError when its chain is none, or its cost no number from 0; any error of the plugin's own code
 */
export function applyEffect(
  effect: RegisteredEffect,
  params: Readonly<Record<string, unknown>>,
  shot: EffectShot,
): AppliedEffect {
  const { name, version } = effect;
  const chain = effect.filter(params, shot);
  const cost = effect.cost?.(params, shot) ?? 0;
  const failed = (error: unknown) => effect.failed?.(error);
  const problem = problemOf(chain, cost);
  if (problem !== null) {
    const error = new TypeError(`effect "${name}": ${problem}`);
    failed(error);
    throw error;
  }
  return { name, version, params, chain, cost, failed };
}

function problemOf(chain: unknown, cost: unknown): string | null {
  if (!z.string().min(1).max(MOST_LETTERS).safeParse(chain).success) {
    return `filter must answer a chain of at most ${MOST_LETTERS} letters`;
  }
  const foreign = String(chain).match(/\[(?!fx[a-z0-9_]*\])[^\]]*\]?/)?.[0];
  if (foreign !== undefined) return `the label ${foreign} must begin with "fx"`;
  return typeof cost === 'number' && cost >= 0 && cost < Infinity ? null : 'cost must be CPU seconds from 0';
}
