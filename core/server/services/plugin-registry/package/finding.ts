import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import type { Inspection } from './inspection.ts';

/** One thing that an inspection found. */
export type Finding = Inspection['findings'][number] & { code: MessageKey };

/** What stands in the way of an installation. */
export function errorFinding(code: MessageKey, params: MessageParams = {}): Finding {
  return { level: 'error', code, params };
}

/** What an operator should know before an installation. */
export function warningFinding(code: MessageKey, params: MessageParams = {}): Finding {
  return { level: 'warning', code, params };
}
