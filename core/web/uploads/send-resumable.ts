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
import { envelopeIn, UploadRefusal } from './send-upload.ts';
import type { UploadTarget } from './uploads.ts';

/** What one upload in parts is sent with. */
export interface SendResumable {
  file: File;
  target: UploadTarget;
  /** Its address on the server, when an earlier part has gone there. */
  uploadUrl: string | null;
  /** Of each request; what they say may change meanwhile. */
  headers(): Readonly<Record<string, string>>;
  signal: AbortSignal;
  /** @param sent bytes */
  progress(sent: number): void;
  /** The server has given it an address. */
  opened(url: string): void;
  /** The connection failed; another attempt follows by itself. */
  stumbled(): void;
  isOnline(): boolean;
  /** How requests are made; the browser's own way when absent. */
  stack?: HttpStack;
  /** Milliseconds before each further attempt; they begin anew whenever something has arrived. */
  delays?: readonly number[];
}

/** The file is not what it was when it was chosen, or cannot be read any more. */
export class FileGone extends Error {
  override name = 'FileGone';
}

const SECOND = 1000;
/** Some ten minutes without a byte getting through. */
const DELAYS = [0.5, 1, 2, 4, 8, 15, 30, 30, 60, 60, 60, 60, 120, 120].map((seconds) => seconds * SECOND);
/** So long may nothing move; the server may need longer once it has everything. */
const STALL_MILLISECONDS = 30 * SECOND;
const TAKING_MILLISECONDS = 300 * SECOND;

/**
 * Sends a file in one stream that can be broken off anywhere, and goes on from where the server says.
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
        // A connection that is gone may tell nobody, also before the first byte moves.
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
        // The answer to the last byte was lost; it can be asked for.
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

/** Removes what the server has of an upload. What cannot be removed is swept there. */
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

/** Reads a byte before each part: a file that is gone fails like a lost connection otherwise, and would be tried for minutes. */
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

/** Left alone, the library would begin anew whatever the server says of an upload; it is to do so only for one that is gone. */
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

/** Whether another attempt may succeed. */
function mayPass(error: DetailedError): boolean {
  if (causeOf(error) instanceof FileGone || causeOf(error) instanceof RefusedHead) return false;
  const status = error.originalResponse?.getStatus() ?? 0;
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
    // Without a body it says no word; whoever asks for the result is told.
    if (cause.status === 401 || url === null) return { kind: 'refused', status: cause.status };
    const answer = await ask('GET', url, options).catch(() => null);
    return { kind: 'refused', status: cause.status, ...envelopeIn(answer?.getBody() ?? '') };
  }
  // A mistake of ours or the library's, not of the network.
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
