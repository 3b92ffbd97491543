import type { z } from 'zod';

import type { EventDefinition } from '#core/contract/event.ts';
import type { Tx } from '#core/server/ground/database/database.ts';

/** Operator settings by key, each with a schema; secrets are encrypted at rest. */
export interface OperatorSettings {
  /** The stored value, or the schema's default. Read from memory; a change elsewhere arrives within 2 seconds. */
  get<T extends z.ZodType>(definition: SettingDefinition<T>): Promise<z.output<T>>;
  /** @throws expected `core:settings-invalid` when the schema refuses the value */
  set<T extends z.ZodType>(definition: SettingDefinition<T>, value: z.input<T>, actor: string): Promise<void>;
  /**
   * Sets the value that `update` computes from the stored one; nobody else can change it in between.
   * @throws expected `core:settings-invalid` when the schema refuses the new value
   */
  change<T extends z.ZodType>(
    definition: SettingDefinition<T>,
    update: (before: z.output<T>) => z.input<T>,
    actor: string,
  ): Promise<void>;
  /**
   * Changes several settings in one transaction: all of them, or none when `work` throws. Settings are changed in the same
   * order everywhere, because whoever changes one first has it to himself until the end.
   */
  changeTogether(actor: string, work: (changes: SettingChanges) => Promise<void>): Promise<void>;
  /**
   * Calls the listener when settings of a plugin have changed on any node.
   * @returns a function that unsubscribes it
   */
  onPluginChange(plugin: string, listener: (change: ServerSettingsChange) => void): () => void;
}

/** Settings that are changed in one transaction. */
export interface SettingChanges {
  /** For what else belongs to the change. */
  tx: Tx;
  /** As {@link OperatorSettings.change}. */
  change<T extends z.ZodType>(
    definition: SettingDefinition<T>,
    update: (before: z.output<T>) => z.input<T>,
  ): Promise<void>;
}

/** Topic of the notification that settings of a plugin have changed: `{ plugin, accountId }`. */
export const PLUGIN_SETTINGS_CHANGED = 'plugin-settings';

/** Whose settings of a plugin have changed. */
export interface ServerSettingsChange {
  /**
   * `account`: those of one account; `operator`: what operators set; `all`: unknown, so everything must be read again.
   */
  of: 'account' | 'operator' | 'all';
  /** The account, for `account`. */
  accountId: string | null;
}

/** A setting that operators may change, with its schema. */
export interface SettingDefinition<T extends z.ZodType> {
  /** Such as `core.smtp`. */
  key: string;
  schema: T;
  /** Encrypted at rest with the server's key, never logged, masked in every response. */
  secret: boolean;
  /** Tells open browsers of a change. */
  changed?: EventDefinition<null, 'everybody'>;
}
