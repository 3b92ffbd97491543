import type { MessageKey } from '#core/contract/message-keys.ts';

const MOBILE = /^1[3-9]\d{9}$/;

/** A number as people type or paste it, without spaces, dashes and the country's prefix. */
export function normaliseMobile(typed: string): string {
  const bare = typed.replace(/[\s\-().]/g, '');
  return bare.replace(/^(\+|00)86(?=1)/, '');
}

/** What is wrong with a mobile number, or null. */
export function mobileFault(mobile: string): MessageKey | null {
  if (mobile === '') {
    return 'account:mobile.required';
  }
  return MOBILE.test(mobile) ? null : 'account:mobile.malformed';
}

/** What is wrong with an SMS code, or null; only the server knows whether it is the right one. */
export function codeFault(code: string): MessageKey | null {
  return code === '' ? 'account:sms-code.required' : null;
}
