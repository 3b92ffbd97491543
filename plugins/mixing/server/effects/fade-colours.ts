import { z } from 'zod';

import { defineEffect } from '#core/server/services/media/effect.ts';

/** Takes colour out of the pictures, down to black and white. */
export const FADE_COLOURS = defineEffect({
  name: 'mixing.fade-colours',
  version: 1,
  title: 'mixing:effect.fade-colours',
  about: 'mixing:effect.fade-colours-about',
  params: z.object({
    amount: z.number().min(0).max(1).default(1).meta({ title: 'mixing:effect.fade-colours-amount' }),
  }),
  filter: ({ amount }) => `hue=s=${(1 - amount).toFixed(3)}`,
  cost: (_params, { width, height, frames }) => frames * width * height * 1e-9,
});
