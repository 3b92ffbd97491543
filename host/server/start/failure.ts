import { z } from 'zod';

import { ExpectedError, type MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import { isMessageKey, translate, type MessageLanguage } from '#core/server/ground/messages.ts';

/** Why a program could not start or continue, in a form that can be sent between processes. */
export type Failure = { code: MessageKey; params: MessageParams } | { reason: string };

/** The schema of a {@link Failure} that arrives from another process. */
export const failureSchema = z.union([
  z.object({
    code: z.string().refine(isMessageKey),
    params: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  z.object({ reason: z.string() }),
]);

/** What a program listens on and writes to, for messages about system errors. */
export interface Surroundings {
  dataDir: string;
  host: string;
}

/** The failure for an error: its own text when it is expected, otherwise what the system error means here. */
export function failureOf(error: unknown, { dataDir, host }: Surroundings): Failure {
  if (error instanceof ExpectedError) return { code: error.code, params: error.params };
  const { code } = systemError(error);
  const known = (key: MessageKey, params: MessageParams): Failure => ({ code: key, params });
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return known('host:start.address-unknown', { host });
  if (code === 'ENOSPC' || code === 'EDQUOT') return known('host:start.disk-full', { folder: dataDir });
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return known('host:start.folder-refused', { folder: dataDir });
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') return known('host:start.folder-wrong', { folder: dataDir });
  return { reason: error instanceof Error ? error.message : String(error) };
}

function systemError(error: unknown): Partial<NodeJS.ErrnoException> {
  return error instanceof Error ? error : {};
}

/**
 * Formats a failure as one line.
 * @param unexpected the text around a reason that has no text of its own; it takes `{{reason}}` and `{{log}}`
 */
export function tell(
  failure: Failure,
  language: MessageLanguage,
  { unexpected, log }: { unexpected: 'host:start.failed' | 'host:start.ended' | 'host:console.failed'; log: string },
): string {
  if ('code' in failure) return translate(language, failure.code, failure.params);
  const [reason = ''] = failure.reason.split('\n');
  return translate(language, unexpected, { reason, log });
}
