import { token } from '../token.ts';

/** Small things that this browser remembers; a plugin sees only its own. Without storage they last for the page. */
export interface Storage {
  read(key: string): unknown;
  write(key: string, value: unknown): void;
  remove(key: string): void;
  /** The keys of everything that is kept. */
  keys(): readonly string[];
}

export const STORAGE = token<Storage>('storage', 1);
