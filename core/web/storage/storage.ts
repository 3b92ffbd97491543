import { token } from '../token.ts';

/**
 * Small values stored in this browser; a plugin sees only its own. Where storage is unavailable they last as long as
 * the page.
 */
export interface BrowserStorage {
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  remove(key: string): void;
  /** The keys of all stored values. */
  keys(): readonly string[];
}

export const STORAGE = token<BrowserStorage>('storage', 1);
