import { z } from 'zod';

import type { MessageKey } from '#core/contract/message-keys.ts';

// What operators are asked of more than one service.

/** Where a service is. */
export const address = z.url({ protocol: /^https?$/ });
/** The same, for services that have OpenAI's calls. */
export const openAiAddress = address
  .default('https://api.openai.com/v1')
  .meta({ title: 'engines:openai.address', description: 'engines:openai.address-about' });

/** A key that services on machines of the operator's do without. */
export const key = z.string().max(500).default('').meta({ title: 'engines:openai.key', secret: true });
/** A key without which nothing goes. */
export const neededKey = z.string().min(1).max(500).meta({ title: 'engines:openai.key', secret: true });

/** The name of a model, as its service knows it. */
export const model = (description: MessageKey) =>
  z.string().trim().min(1).max(200).meta({ title: 'engines:openai.model', description });

/** Requests at once. */
export const atOnce = (usual: number, most = 64) =>
  z.int().min(1).max(most).default(usual).meta({ title: 'engines:translation.at-once' });
/** Requests a minute; 0 for as many as there are. */
export const perMinute = z
  .int()
  .min(0)
  .max(10_000)
  .default(0)
  .meta({ title: 'engines:translation.per-minute', description: 'engines:translation.per-minute-about' });
/** Seconds that an answer is waited for. */
export const patience = (usual: number, least = 5) =>
  z.int().min(least).max(1_800).default(usual).meta({ title: 'engines:translation.patience' });
