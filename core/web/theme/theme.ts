import { token } from '../token.ts';

/** Dark or light. Observable; dark unless the reader chose otherwise, kept in a cookie. */
export interface Theme {
  readonly mode: 'dark' | 'light';
  /** What the system prefers, to be offered. */
  readonly system: 'dark' | 'light';
  setMode(mode: 'dark' | 'light'): void;
  toggle(): void;
}

export const THEME = token<Theme>('theme', 1);
