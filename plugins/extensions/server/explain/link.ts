import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { Gate } from '#core/contract/plugin.ts';
import type { z } from 'zod';

import type { whyStepSchema } from '#plugins/extensions/calls.ts';

type Step = z.output<typeof whyStepSchema>;

/** One link of the chain, before it is said in somebody's language. */
export interface Link extends Pick<Step, 'step' | 'ok' | 'facts'> {
  key: MessageKey;
  params: MessageParams;
}

/** What is asked about. */
export interface Explained {
  link: Link;
  gate: Gate;
}
