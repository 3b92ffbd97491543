import type { HttpStack } from 'tus-js-client';

import type { MessageKey } from '#core/contract/message-keys.ts';

import type { FailureFacts } from '../http/error-catalogue.ts';
import { HttpFailure } from '../http/http.ts';
import { isDiskFull, sendUpload, UploadRefusal, type SendUpload } from './send-upload.ts';
import type { UploadEntry } from './UploadEntry.ts';

/** What sending an entry depends on. */
export interface SendDependencies {
  headers(): Readonly<Record<string, string>>;
  text(key: MessageKey): string;
  isOnline(): boolean;
  /** Called when the server has given an entry an address. */
  opened(entry: UploadEntry): void;
  /** How a form is sent; with the browser's own XMLHttpRequest by default. */
  request?: SendUpload['request'];
  /** How parts are sent; the browser's own way by default. */
  stack?: HttpStack;
  /** Milliseconds before each retry. */
  delays?: readonly number[];
  hash?: (file: File, signal: AbortSignal) => Promise<string>;
}

/** The outcome of one attempt at an entry. */
export type Ending =
  | { kind: 'done'; result: unknown }
  /** Stopped on purpose; whoever stopped it has set its state. */
  | { kind: 'stopped' }
  /** Interrupted until the network is back. */
  | { kind: 'offline' }
  /** The server's disk is full: it takes the file as soon as there is room. */
  | { kind: 'full' }
  | {
      kind: 'failed';
      /** The message to show beside the file. */
      message: string;
      /** Whether another attempt starts over instead of resuming. */
      isFinal: boolean;
      /** Whether it is because of the file itself, so that no further attempt can help. */
      isRefused: boolean;
      /** For the error catalogue; absent when the failure has already been shown. */
      facts?: Partial<FailureFacts> & Pick<FailureFacts, 'kind'>;
      cause: unknown;
    };

/** Statuses that are about the file itself: its type, or what is in it. */
const FILE_FAULTS = new Set([415, 422]);

/** Asks the target about a file if the target wants that, and sends it. */
export async function sendEntry(
  entry: UploadEntry,
  file: File,
  signal: AbortSignal,
  dependencies: SendDependencies,
): Promise<Ending> {
  try {
    if (entry.state === 'checking') {
      const claimed = await claim(entry, file, signal, dependencies);
      if (claimed !== null) return { kind: 'done', result: claimed.result };
      entry.upload();
    }
    return { kind: 'done', result: await transmit(entry, file, signal, dependencies) };
  } catch (error) {
    return signal.aborted ? { kind: 'stopped' } : judge(entry, error, dependencies);
  }
}

async function claim(
  { target }: UploadEntry,
  file: File,
  signal: AbortSignal,
  { hash }: SendDependencies,
): Promise<{ result: unknown } | null> {
  // A `claim` may ignore the signal, so it is not waited for after that.
  const stopped = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new HttpFailure('', { kind: 'cancelled' })), { once: true });
  });
  const sha256 = async (): Promise<string> =>
    await (hash ?? (await import(/* webpackChunkName: "send" */ './hash-file.ts')).hashFile)(file, signal);
  try {
    return await Promise.race([target.claim?.(file, sha256, signal) ?? null, stopped]);
  } catch (error) {
    const isLost = error instanceof HttpFailure && (error.kind === 'network' || error.kind === 'timeout');
    // Then the server receives the file anyway, or says what is wrong with it.
    if (!signal.aborted && (isLost || isNamed(error, 'NoHash'))) return null;
    throw error;
  }
}

async function transmit(
  entry: UploadEntry,
  file: File,
  signal: AbortSignal,
  { headers, text, isOnline, opened, request, stack, delays }: SendDependencies,
): Promise<unknown> {
  const { target } = entry;
  if (!entry.isResumable) {
    const progress = (part: number): void => entry.setSent(part * entry.size);
    return await sendUpload({ file, target, headers: headers(), signal, progress, request });
  }
  const { sendResumable } = await import(/* webpackChunkName: "send" */ './send-resumable.ts');
  return await sendResumable({
    ...{ file, target, signal, headers, isOnline, stack, delays, uploadUrl: entry.uploadUrl },
    progress: entry.setSent,
    opened(url) {
      if (entry.uploadUrl === url) return;
      entry.uploadUrl = url;
      opened(entry);
    },
    stumbled: () => entry.stumble(text('shell:uploads.trying-again')),
  });
}

function judge(entry: UploadEntry, cause: unknown, { text, isOnline }: SendDependencies): Ending {
  if (isFull(cause)) return { kind: 'full' };
  if (isNamed(cause, 'FileGone')) {
    return { kind: 'failed', message: text('shell:uploads.file-gone'), isFinal: true, isRefused: true, cause };
  }
  if (!(cause instanceof UploadRefusal)) {
    if (cause instanceof HttpFailure && cause.kind === 'network' && !isOnline()) return { kind: 'offline' };
    // A `claim` that refuses the file provides the message to show beside it.
    const said = entry.state === 'checking' && cause instanceof Error ? cause.message : '';
    const isRefused = said !== '' && !(cause instanceof HttpFailure);
    if (said !== '') return { kind: 'failed', message: said, isFinal: true, isRefused, cause };
    const message = text('shell:error.upload');
    return { kind: 'failed', message, isFinal: false, isRefused, facts: { kind: 'refused' }, cause };
  }
  const { facts } = cause;
  if (facts.kind === 'network' && !isOnline()) return { kind: 'offline' };
  return {
    kind: 'failed',
    message: facts.message === '' ? text('shell:error.upload') : facts.message,
    isFinal: facts.kind === 'refused' && facts.status < 500 && facts.status !== 401,
    isRefused: facts.kind === 'refused' && FILE_FAULTS.has(facts.status),
    facts,
    cause,
  };
}

function isFull(cause: unknown): boolean {
  const facts = cause instanceof UploadRefusal ? cause.facts : cause instanceof HttpFailure ? cause : null;
  return facts !== null && isDiskFull(facts.status, facts.data);
}

/** Compares by name, because these error classes are in chunks loaded on demand. */
function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}
