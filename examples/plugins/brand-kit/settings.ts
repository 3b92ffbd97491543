import { defineSettings } from '@reelport/core/contract';
import { z } from 'zod';

/** Settings of each account, and settings that operators make for everybody. */
export const settings = defineSettings({
  account: z.object({
    defaultKit: z
      .string()
      .max(40)
      .default('')
      .meta({ title: 'brand-kit:settings.default-kit', description: 'brand-kit:settings.default-kit-about' }),
    textScale: z
      .number()
      .int()
      .min(50)
      .max(150)
      .default(100)
      .meta({ title: 'brand-kit:settings.text-scale', description: 'brand-kit:settings.text-scale-about' }),
  }),
  operator: z.object({
    mostKits: z
      .number()
      .int()
      .min(1)
      .max(50)
      .default(10)
      .meta({ title: 'brand-kit:settings.most-kits', description: 'brand-kit:settings.most-kits-about' }),
  }),
});
