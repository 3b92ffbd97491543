import { z } from 'zod';

import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';

import { openFillService } from './fill-service.ts';

/** What is done while a video is encoded. */
export const builtInFill = defineProvider({
  kind: 'inpainting',
  id: 'removal.built-in',
  title: 'removal:engine.title',
  about: 'removal:engine.about',
  embedded: true,
  open: () => ({ form: 'built-in' as const }),
});

const settings = z.object({
  address: z
    .url({ protocol: /^https?$/ })
    .meta({ title: 'removal:service.address', description: 'removal:service.address-about' }),
  key: z.string().max(500).default('').meta({ title: 'removal:service.key', secret: true }),
  minutes: z.int().min(1).max(720).default(60).meta({ title: 'removal:service.minutes' }),
});

/** A service of the operator's own, over HTTP. */
export const fillService = defineProvider({
  kind: 'inpainting',
  id: 'removal.service',
  title: 'removal:service.title',
  about: 'removal:service.about',
  settings,
  open: ({ address, key, minutes }) => openFillService({ address, key, mostSeconds: minutes * 60 }),
});
