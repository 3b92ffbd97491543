import type { z } from 'zod';

import type { Tx } from '#core/server/ground/database/database.ts';

/** Operator settings by key, each with a schema; secrets are encrypted at rest. */
export interface Settings {
  /** The stored value, or the schema's default. Read from memory; a change elsewhere arrives within 2 seconds. */
  get<T extends z.ZodType>(definition: SettingDefinition<T>): Promise<z.output<T>>;
  /** @throws expected `core:settings-invalid` when the schema refuses the value */
  set<T extends z.ZodType>(definition: SettingDefinition<T>, value: z.input<T>, actor: string): Promise<void>;
  /**
   * Sets what `update` makes of the value that is stored, which nobody else changes in between.
   * @param alongside what belongs into the same transaction
   * @throws expected `core:settings-invalid` when the schema refuses the new value
   */
  change<T extends z.ZodType>(
    definition: SettingDefinition<T>,
    update: (before: z.output<T>) => z.input<T>,
    actor: string,
    alongside?: (tx: Tx) => Promise<void>,
  ): Promise<void>;
}

/** A setting that operators may change, and what it may be. */
export interface SettingDefinition<T extends z.ZodType> {
  /** Such as `core.smtp`. */
  key: string;
  schema: T;
  /** Encrypted at rest with the server's key, never logged, masked in every answer. */
  secret: boolean;
}
