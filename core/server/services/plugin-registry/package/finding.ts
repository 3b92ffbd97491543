import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import type { Inspection } from './inspection.ts';

/** One thing that an inspection found. */
export type Finding = Inspection['findings'][number] & { code: MessageKey };

/** A finding that prevents installation. */
export function errorFinding(code: MessageKey, params: MessageParams = {}): Finding {
  return { level: 'error', code, params };
}

/** A finding that an operator should know before installing. */
export function warningFinding(code: MessageKey, params: MessageParams = {}): Finding {
  return { level: 'warning', code, params };
}
