import { z } from 'zod';

import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';

import { openTextService } from './text-service.ts';

const settings = z.object({
  address: z
    .url({ protocol: /^https?$/ })
    .meta({ title: 'eye:service.address', description: 'eye:service.address-about' }),
  key: z.string().max(500).default('').meta({ title: 'eye:service.key', secret: true }),
  atOnce: z.int().min(1).max(32).default(4).meta({ title: 'eye:service.at-once' }),
});

/** A reader of the operator's own, over HTTP. */
export const textService = defineProvider({
  kind: 'picture-text',
  id: 'eye.service',
  title: 'eye:service.title',
  about: 'eye:service.about',
  settings,
  open: openTextService,
});
