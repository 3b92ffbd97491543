import { token } from '../token.ts';

/** An account's settings, shared by all its devices. Observable once loaded; a plugin sees only its own. */
export interface Settings {
  /** Undefined until loaded, or when not set. */
  read(key: string): unknown;
  write(key: string, value: unknown): Promise<void>;
  /** Sets several at once; null or undefined resets one. Values that the server refuses are restored. */
  change(values: Readonly<Record<string, unknown>>): Promise<void>;
  /** What operators have set for the plugin, except secrets. Undefined until loaded, or when not set. */
  readOperator(key: string): unknown;
  /** Resolves once the settings of the account and of operators have been loaded, or failed to load. */
  load(): Promise<void>;
}

export const SETTINGS = token<Settings>('settings', 1);
