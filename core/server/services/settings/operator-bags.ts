import { z } from 'zod';

import type { SettingDefinition } from './settings.ts';

const bagSchema = z.record(z.string(), z.json()).default({});
export type OperatorValues = z.output<typeof bagSchema>;

/** Where what operators have set for a plugin is kept: what may be known, and what is encrypted at rest. */
export function operatorBags(plugin: string): Record<'plain' | 'secrets', SettingDefinition<typeof bagSchema>> {
  return {
    plain: { key: `plugin.${plugin}`, schema: bagSchema, secret: false },
    secrets: { key: `plugin.${plugin}.secrets`, schema: bagSchema, secret: true },
  };
}
