import { token } from '../token.ts';

/** Dark or light. Observable; dark unless the user chose otherwise, stored in a cookie. */
export interface Theme {
  readonly mode: 'dark' | 'light';
  /** The system's preference, to be offered to the user. */
  readonly system: 'dark' | 'light';
  setMode(mode: 'dark' | 'light'): void;
  toggle(): void;
}

export const THEME = token<Theme>('theme', 1);
