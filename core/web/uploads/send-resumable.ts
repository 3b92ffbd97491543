import {
  defaultOptions,
  DetailedError,
  Upload,
  type FileReader,
  type HttpRequest,
  type HttpResponse,
  type HttpStack,
} from 'tus-js-client';

import { CODE } from '#core/contract/codes.ts';

import type { FailureFacts } from '../http/error-catalogue.ts';
import { envelopeIn, isDiskFull, UploadRefusal } from './send-upload.ts';
import type { UploadTarget } from './uploads.ts';

/** What one resumable upload is sent with. */
export interface SendResumable {
  file: File;
  target: UploadTarget;
  /** Its address on the server, if parts of it have already been sent. */
  uploadUrl: string | null;
  /** Headers for each request; their values may change between requests. */
  headers(): Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** @param sent bytes */
  progress(sent: number): void;
  /** Called when the server has given it an address. */
  opened(url: string): void;
  /** Called when the connection failed; a retry follows automatically. */
  stumbled(): void;
  isOnline(): boolean;
  /** How requests are made; the browser's own way by default. */
  stack?: HttpStack;
  /** Milliseconds before each retry; the sequence starts over whenever bytes have arrived. */
  delays?: readonly number[];
}

/** The file has changed since it was selected, or can no longer be read. */
export class FileGone extends Error {
  override name = 'FileGone';
}

const SECOND = 1000;
/** About ten minutes without any bytes getting through. */
const DELAYS = [0.5, 1, 2, 4, 8, 15, 30, 30, 60, 60, 60, 60, 120, 120].map((seconds) => seconds * SECOND);
/** How long a transfer may stall; the server may take longer once it has received everything. */
const STALL_MILLISECONDS = 30 * SECOND;
const TAKING_MILLISECONDS = 300 * SECOND;

/**
 * Sends a file in one stream that may be interrupted anywhere, and resumes from the server's offset.
 * @returns the envelope's `data`
 * @throws UploadRefusal, FileGone
 */
export function sendResumable(options: SendResumable): Promise<unknown> {
  const { file, target, signal, delays = DELAYS } = options;
  return new Promise((resolve, reject) => {
    let sentAll = false;
    let stalled: ReturnType<typeof setTimeout> | undefined;
    const finish = (settle: () => void): void => {
      clearTimeout(stalled);
      signal.removeEventListener('abort', stop);
      settle();
    };
    const fail = (error: unknown): void =>
      finish(() => reject(error instanceof Error ? error : new Error(String(error))));
    const stop = (): void => {
      void upload.abort();
      fail(refusal({ kind: 'cancelled' }));
    };
    const watch = (): void => {
      clearTimeout(stalled);
      stalled = setTimeout(
        () => {
          options.stumbled();
          void upload.abort();
          upload.start();
          watch();
        },
        sentAll ? TAKING_MILLISECONDS : STALL_MILLISECONDS,
      );
    };
    const upload: Upload = new Upload(file, {
      endpoint: target.url,
      uploadUrl: options.uploadUrl,
      metadata: { ...target.fields, filename: file.name },
      retryDelays: [...delays],
      storeFingerprintForResuming: false,
      fileReader: CHECKED_READER,
      ...(options.stack === undefined ? {} : { httpStack: options.stack }),
      onBeforeRequest(request) {
        for (const [name, value] of Object.entries({ ...options.headers(), ...target.headers })) {
          request.setHeader(name, value);
        }
        // A lost connection may go unreported, even before the first byte moves.
        sentAll = false;
        if (!signal.aborted) watch();
      },
      onAfterResponse: refuseLostUpload,
      onShouldRetry(error) {
        if (!mayPass(error) || !options.isOnline()) return false;
        clearTimeout(stalled);
        options.stumbled();
        return true;
      },
      onUploadUrlAvailable() {
        if (upload.url !== null) options.opened(upload.url);
      },
      onProgress(sent, total) {
        sentAll = sent === total;
        options.progress(sent);
        watch();
      },
      onSuccess({ lastResponse }) {
        const answer = envelopeIn(lastResponse.getBody());
        if (answer !== null) {
          finish(() => resolve(answer.data));
          return;
        }
        // The response to the last byte was lost; it can be requested again.
        clearTimeout(stalled);
        askResult(upload.url ?? '', options).then((data) => finish(() => resolve(data)), fail);
      },
      onError(error) {
        clearTimeout(stalled);
        factsOf(error, upload.url, options).then(
          (facts) => fail(facts instanceof Error ? facts : refusal(facts)),
          fail,
        );
      },
    });
    if (signal.aborted) {
      fail(refusal({ kind: 'cancelled' }));
      return;
    }
    signal.addEventListener('abort', stop);
    upload.start();
  });
}

/** Deletes the server's part of an upload. If that fails, the server cleans it up later. */
export async function removeUpload(
  url: string,
  headers: Readonly<Record<string, string>>,
  stack?: HttpStack,
): Promise<void> {
  await Upload.terminate(url, {
    headers: { ...headers },
    retryDelays: [SECOND, 5 * SECOND],
    ...(stack === undefined ? {} : { httpStack: stack }),
  }).catch(() => undefined);
}

/** Reads a byte before each part: otherwise a missing file fails like a lost connection, and is retried for minutes. */
const CHECKED_READER: FileReader = {
  openFile: (input: File) =>
    Promise.resolve({
      size: input.size,
      async slice(start: number, end: number) {
        try {
          await input.slice(start, start + 1).arrayBuffer();
        } catch (error) {
          throw new FileGone('the file cannot be read', { cause: error });
        }
        return { value: input.slice(start, end), done: end >= input.size };
      },
      close: () => undefined,
    }),
};

/**
 * On its own the library starts over after any error of the server; it should only do so for an upload that is gone.
 */
function refuseLostUpload(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  if (request.getMethod() !== 'HEAD' || status < 400 || status >= 500) return;
  if (status !== 404 && status !== 410 && status !== 423) throw new RefusedHead(status);
}

class RefusedHead extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

function causeOf(error: Error): unknown {
  return error instanceof DetailedError ? error.causingError : undefined;
}

/** Whether a retry may succeed. */
function mayPass(error: DetailedError): boolean {
  if (causeOf(error) instanceof FileGone || causeOf(error) instanceof RefusedHead) return false;
  const status = error.originalResponse?.getStatus() ?? 0;
  // The queue waits for room; trying again and again would only keep its place.
  if (isDiskFull(status, envelopeIn(error.originalResponse?.getBody() ?? '')?.data)) return false;
  if (status === 409) return errorCodeIn(error.originalResponse) === 'core:upload-offset';
  return status === 0 || status === 423 || status >= 500;
}

function errorCodeIn(response: HttpResponse | null): unknown {
  const data = envelopeIn(response?.getBody() ?? '')?.data;
  return typeof data === 'object' && data !== null && 'error' in data ? data.error : undefined;
}

async function factsOf(
  error: Error,
  url: string | null,
  options: SendResumable,
): Promise<Error | (Partial<FailureFacts> & Pick<FailureFacts, 'kind'>)> {
  const cause = causeOf(error);
  if (cause instanceof FileGone) return cause;
  if (cause instanceof RefusedHead) {
    // The response has no body; the request for the result will bring the reason.
    if (cause.status === 401 || url === null) return { kind: 'refused', status: cause.status };
    const answer = await ask('GET', url, options).catch(() => null);
    return { kind: 'refused', status: cause.status, ...envelopeIn(answer?.getBody() ?? '') };
  }
  // A mistake of ours or the library's, not a network failure.
  if (!(error instanceof DetailedError)) return error;
  const response = error.originalResponse;
  if (response === null || response.getStatus() === 0) return { kind: 'network' };
  return { kind: 'refused', status: response.getStatus(), ...envelopeIn(response.getBody()) };
}

async function askResult(url: string, options: SendResumable): Promise<unknown> {
  const { signal, delays = DELAYS } = options;
  for (let attempt = 0; ; attempt++) {
    const answer = await ask('GET', url, options).catch(() => null);
    if (signal.aborted) throw refusal({ kind: 'cancelled' });
    const status = answer?.getStatus() ?? 0;
    const envelope = envelopeIn(answer?.getBody() ?? '');
    if (status > 0 && status < 400 && envelope !== null && envelope.code !== CODE.failure) return envelope.data;
    const passes = status === 0 || status === 423 || status >= 500;
    const delay = delays[attempt];
    if (!passes || delay === undefined || !options.isOnline()) {
      throw refusal(status === 0 ? { kind: 'network' } : { kind: 'refused', status, ...envelope });
    }
    options.stumbled();
    await new Promise((done) => setTimeout(done, delay));
  }
}

async function ask(method: string, url: string, { headers, stack, target }: SendResumable): Promise<HttpResponse> {
  const request = (stack ?? defaultOptions.httpStack).createRequest(method, url);
  for (const [name, value] of Object.entries({ ...headers(), ...target.headers })) request.setHeader(name, value);
  return await request.send(null);
}

function refusal(facts: Partial<FailureFacts> & Pick<FailureFacts, 'kind'>): UploadRefusal {
  return new UploadRefusal({ status: 0, code: null, secCode: null, message: '', data: null, ...facts });
}
