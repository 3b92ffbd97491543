import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import { token } from '../token.ts';

/** The links of the chain, in their order. */
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

/** What a link says beside its sentence; it survives JSON. */
export type WhyFact = string | number | boolean | null | readonly WhyFact[] | { readonly [name: string]: WhyFact };

/** One link from the manifest to what is seen. */
export interface WhyLink {
  step: (typeof WHY_STEPS)[number];
  /** False where the chain breaks, or something of it is missing. */
  ok: boolean;
  /** A sentence, by its key. */
  text: MessageKey;
  params: MessageParams;
  facts: Readonly<Record<string, WhyFact>>;
}

/** Why something stands as it does, as this browser sees it. It survives JSON. */
export interface WhyChain {
  asked: string;
  /** The plugin that it comes down to; null when none is known. */
  plugin: string | null;
  links: readonly WhyLink[];
}

/** Says why a plugin, a page or a command stands as it does in this browser. The server has a chain of its own. */
export interface Why {
  /** @param asked id of a plugin, a path such as `/mixedCut/edit/7`, or a command such as `mixing.create` */
  explain(asked: string): Promise<WhyChain>;
}

export const WHY = token<Why>('why', 1);
