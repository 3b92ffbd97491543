import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import { token } from '../token.ts';

/** The steps of the chain, in order. */
export const WHY_STEPS = [
  'manifest',
  'source',
  'integrity',
  'gate',
  'grants',
  'needs',
  'trigger',
  'load',
  'fault',
] as const;

/** A fact that accompanies a step's message; JSON-serialisable. */
export type WhyFact = string | number | boolean | null | readonly WhyFact[] | { readonly [name: string]: WhyFact };

/** One step of the chain from the manifest to what is shown. */
export interface WhyLink {
  step: (typeof WHY_STEPS)[number];
  /** False where the chain breaks, or information is missing. */
  ok: boolean;
  /** The key of its message. */
  text: MessageKey;
  params: MessageParams;
  facts: Readonly<Record<string, WhyFact>>;
}

/** Why something is in its current state, as seen by this browser. JSON-serialisable. */
export interface WhyChain {
  asked: string;
  /** The plugin concerned; null when none is known. */
  plugin: string | null;
  links: readonly WhyLink[];
}

/**
 * Explains the current state of a plugin, a page or a command in this browser. The server has an explanation of its
 * own.
 */
export interface Why {
  /** @param asked id of a plugin, a path such as `/mixedCut/edit/7`, or a command such as `mixing.create` */
  explain(asked: string): Promise<WhyChain>;
}

export const WHY = token<Why>('why', 1);
