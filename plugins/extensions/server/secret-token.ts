import { createHash, randomBytes } from 'node:crypto';

/** A text that nobody can guess, given away once. */
export function makeToken(prefix: string): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`;
}

/** What is kept of it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
