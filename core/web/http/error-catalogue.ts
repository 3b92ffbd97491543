import { CODE, SEC_CODE } from '#core/contract/codes.ts';
import type { Method } from '#core/contract/call.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import { lockOfRefusal } from '../lock.ts';
import type { CallPurpose, HttpFailure } from './http.ts';

/** The facts about a failed call. `message` is the server's own, empty when it sent none. */
export interface FailureFacts {
  kind: HttpFailure['kind'];
  /** HTTP status; 0 without an answer. */
  status: number;
  /** The envelope's code; null when there was no envelope. */
  code: number | null;
  secCode: number | null;
  message: string;
  /** The envelope's `data`, or the whole answer when there was no envelope. */
  data: unknown;
  purpose?: CallPurpose;
}

/** How a failed call was made. */
export interface FailedCall {
  handlesErrors: boolean;
  method?: Method;
  purpose?: FailureFacts['purpose'];
  /** The plugin that made it; absent for the kernel. */
  source?: string;
  /** The token that the call was made with. */
  token: string | null;
}

/** Informs the user of a failure as the error catalogue prescribes. */
export type ShowFailure = (failure: HttpFailure, call: FailedCall) => void;

/** What to do when a call has failed. */
export type CatalogueAction =
  | { do: 'nothing' }
  /**
   * Shows the server's message, or `text` when there is none. `duration` in milliseconds; that of any toast by default.
   * With `leadsTo` it has a button.
   */
  | { do: 'toast'; kind: 'warning' | 'error'; own?: true; duration?: number; leadsTo?: 'upgrade' }
  /**
   * Shows a message that has to be acknowledged, at most once per `every` milliseconds. With `thenLogin` the session
   * has ended, and the login dialog follows.
   */
  | { do: 'alert'; every: number; thenLogin?: true }
  /** Shows the login dialog at the step that binds a mobile number. */
  | { do: 'bind-mobile' }
  /** Closes all toasts and forces the session offline. */
  | { do: 'force-offline' }
  /** Shows what the membership does not include, and the level that does. */
  | { do: 'upgrade' }
  /** Forgets the token; after `after` milliseconds shows the login dialog, unless the page is public. */
  | { do: 'sign-in-again'; after: number };

/** One row of the catalogue. */
export interface CatalogueRow {
  when(failure: FailureFacts): boolean;
  action: CatalogueAction;
  /** Shown when the server sent no message of its own, and always for alerts and for toasts with `own`. */
  text: MessageKey;
  /** Applies even when the caller handles errors itself. */
  always?: true;
}

const ALERT_EVERY = 10_000;
const LOGIN_AFTER = 1_000;
const SHORT_TOAST = 2_000;
/** Long enough to read what to do, and to do it. */
const LONG_TOAST = 8_000;

/** Messages of the server that the page shows itself, instead of a toast. */
const UNTOLD = ['未检测到扫码用户', '还未绑定微信'];

const refused = (failure: FailureFacts) => failure.kind === 'refused';
const failed = (failure: FailureFacts) => refused(failure) && failure.code === CODE.failure;
const failedWith = (secCode: number) => (failure: FailureFacts) => failed(failure) && failure.secCode === secCode;
const httpError = (failure: FailureFacts) => refused(failure) && failure.status >= 400;

/** Every way in which a call can fail, and what the user is told. The first matching row applies. */
export const ERROR_CATALOGUE: readonly CatalogueRow[] = [
  {
    when: failedWith(SEC_CODE.bindMobile),
    action: { do: 'bind-mobile' },
    text: 'shell:error.bind-mobile',
    always: true,
  },
  {
    when: (failure) => failure.purpose === 'login' && failedWith(SEC_CODE.abnormalAccount)(failure),
    action: { do: 'alert', every: ALERT_EVERY, thenLogin: true },
    text: 'shell:error.abnormal-account',
  },
  {
    when: failedWith(SEC_CODE.abnormalAccount),
    action: { do: 'alert', every: ALERT_EVERY, thenLogin: true },
    text: 'shell:error.abnormal-account',
    // The server tells only one of the calls.
    always: true,
  },
  {
    when: failedWith(SEC_CODE.silent),
    action: { do: 'nothing' },
    text: 'shell:error.bind-mobile',
  },
  {
    when: failedWith(SEC_CODE.tooManyDevices),
    action: { do: 'force-offline' },
    text: 'shell:error.forced-offline',
    always: true,
  },
  {
    when: (failure) => failure.kind === 'cancelled',
    action: { do: 'nothing' },
    text: 'shell:error.cancelled',
  },
  {
    when: (failure) => failure.kind === 'timeout',
    action: { do: 'alert', every: ALERT_EVERY },
    text: 'shell:error.timeout',
  },
  {
    when: (failure) => failure.kind === 'network',
    action: { do: 'alert', every: ALERT_EVERY },
    text: 'shell:error.network',
  },
  {
    when: (failure) =>
      failure.purpose === 'password-login' && refused(failure) && errorOf(failure.data) === 'invalid_grant',
    action: { do: 'toast', kind: 'warning', own: true },
    text: 'shell:error.password',
  },
  {
    when: (failure) => failure.purpose === 'password-login' && refused(failure),
    action: { do: 'toast', kind: 'error' },
    text: 'shell:error.server',
  },
  {
    when: (failure) => refused(failure) && failure.status === 401,
    action: { do: 'sign-in-again', after: LOGIN_AFTER },
    text: 'shell:error.signed-out',
    always: true,
  },
  {
    when: (failure) => failed(failure) && failure.status === 403 && lockOfRefusal(failure.data) !== null,
    action: { do: 'upgrade' },
    text: 'shell:upgrade.title',
    // A page that handles the error itself would say no more than that saving failed.
    always: true,
  },
  {
    when: (failure) => failed(failure) && errorOf(failure.data) === 'core:space-full',
    action: { do: 'toast', kind: 'error', duration: LONG_TOAST, leadsTo: 'upgrade' },
    text: 'shell:error.server',
  },
  // Told by the page.
  {
    when: (failure) => failed(failure) && UNTOLD.some((part) => failure.message.includes(part)),
    action: { do: 'nothing' },
    text: 'shell:error.server',
  },
  {
    when: (failure) => failure.purpose === 'sms-code' && failed(failure),
    action: { do: 'toast', kind: 'warning' },
    text: 'shell:error.server',
  },
  {
    when: (failure) => httpError(failure) && failure.code === CODE.failure,
    action: { do: 'toast', kind: 'error', duration: SHORT_TOAST },
    text: 'shell:error.server',
  },
  {
    when: failed,
    action: { do: 'toast', kind: 'error' },
    text: 'shell:error.server',
  },
  // No answer of ours.
  {
    when: () => true,
    action: { do: 'toast', kind: 'error', own: true },
    text: 'shell:error.server',
  },
];

/** The row of the catalogue that matches a failure. */
export function rowOf(failure: FailureFacts): CatalogueRow {
  const row = ERROR_CATALOGUE.find(({ when }) => when(failure));
  if (row === undefined) throw new TypeError('the last line of the error catalogue fits everything');
  return row;
}

/**
 * The message to show for a failure, in the user's language.
 * @param text looks up a text
 */
export function sentenceOf(failure: FailureFacts, text: (key: MessageKey) => string): string {
  const { action, text: key } = rowOf(failure);
  const own = action.do === 'alert' || (action.do === 'toast' && action.own === true);
  return own || failure.message === '' ? text(key) : failure.message;
}

/** The `error` field of an OAuth answer, or the code of a failure of ours. */
function errorOf(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'error' in data ? data.error : undefined;
}
