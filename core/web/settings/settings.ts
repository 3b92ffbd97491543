import { token } from '../token.ts';

/** What an account has set, on every device. Observable once loaded; a plugin sees only its own. */
export interface Settings {
  /** Undefined until it is loaded or set. */
  read(key: string): unknown;
  write(key: string, value: unknown): Promise<void>;
}

export const SETTINGS = token<Settings>('settings', 1);
