import { token } from '../token.ts';

/** The rights of the current user as the server lists them. Observable. */
export interface Permissions {
  readonly list: readonly string[];
  has(permission: string): boolean;
  /** Reads them anew; done at every login. */
  load(): Promise<void>;
}

export const PERMISSIONS = token<Permissions>('permissions', 1);
