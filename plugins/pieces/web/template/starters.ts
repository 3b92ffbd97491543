import type { z } from 'zod';

import type { slotSchema } from '#plugins/pieces/template.ts';

type StarterSlot = Omit<z.input<typeof slotSchema>, 'id' | 'name'> & {
  key: 'hook' | 'wide' | 'close' | 'talk' | 'end';
};

const hook = { key: 'hook', least: 1.5, most: 3, wishes: { motion: 'lively' } } as const;
const wide = { key: 'wide', least: 2, most: 4, wishes: { detail: 'rich' } } as const;
const close = { key: 'close', least: 2, most: 4, wishes: { detail: 'plain' } } as const;
const talk = { key: 'talk', least: 3, most: 8, wishes: { speech: 'with' } } as const;
const end = { key: 'end', least: 2, most: 4, wishes: { motion: 'calm' } } as const;
const fade = { kind: 'fade', seconds: 0.5 } as const;

/** Templates that somebody may begin with. */
export const STARTERS = {
  product: [hook, { ...wide, transition: fade }, close, close, end],
  talk: [hook, talk, close, talk, end],
  quick: [hook, close, wide, hook, close, end],
} as const satisfies Record<string, readonly StarterSlot[]>;
export type Starter = keyof typeof STARTERS;
