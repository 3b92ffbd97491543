import { token } from '../token.ts';

/** The current user's permissions as listed by the server. Observable. */
export interface UserPermissions {
  readonly list: readonly string[];
  has(permission: string): boolean;
  /** Reloads them; happens at every login. */
  load(): Promise<void>;
}

export const PERMISSIONS = token<UserPermissions>('permissions', 1);
