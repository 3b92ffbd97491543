import { token } from '../token.ts';

/** What an account has set, on every device. Observable once loaded; a plugin sees only its own. */
export interface Settings {
  /** Undefined until it is loaded or set. */
  read(key: string): unknown;
  write(key: string, value: unknown): Promise<void>;
  /** Sets several at once; null or undefined takes one away. What the server refuses is as it was before. */
  change(values: Readonly<Record<string, unknown>>): Promise<void>;
  /** What operators have set for the plugin, but for secrets. Undefined until it is loaded, or where nothing is set. */
  readOperator(key: string): unknown;
  /** Ends once what the account and operators have set is there, or could not be read. */
  load(): Promise<void>;
}

export const SETTINGS = token<Settings>('settings', 1);
