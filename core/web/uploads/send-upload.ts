import { CODE } from '#core/contract/codes.ts';

import type { FailureFacts } from '../http/error-catalogue.ts';
import type { UploadTarget } from './uploads.ts';

/** What one upload is sent with. */
export interface SendUpload {
  file: File;
  target: UploadTarget;
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
  progress(part: number): void;
  /** Creates a request; the browser's own by default. */
  request?: () => XMLHttpRequest;
}

/** An upload that failed, in the terms of the error catalogue. */
export class UploadRefusal extends Error {
  readonly facts: FailureFacts;

  constructor(facts: FailureFacts) {
    super(facts.message);
    this.facts = facts;
  }
}

/**
 * Sends one file as a form, its fields first. Uses XMLHttpRequest because `fetch` reports no upload progress.
 * @returns the envelope's `data`
 * @throws UploadRefusal
 */
export function sendUpload({ file, target, headers, signal, progress, request }: SendUpload): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const xhr = request?.() ?? new XMLHttpRequest();
    const abort = () => xhr.abort();
    const refuse = (facts: Partial<FailureFacts> & Pick<FailureFacts, 'kind'>) =>
      reject(new UploadRefusal({ status: 0, code: null, secCode: null, message: '', data: null, ...facts }));
    if (signal.aborted) {
      refuse({ kind: 'cancelled' });
      return;
    }

    xhr.open('POST', target.url);
    for (const [name, value] of Object.entries({ ...headers, ...target.headers })) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) progress(loaded / total);
    });
    xhr.addEventListener('load', () => {
      const { status } = xhr;
      const answer = envelopeIn(xhr.responseText);
      if (status < 400 && answer !== null && answer.code !== CODE.failure) resolve(answer.data);
      else refuse({ kind: 'refused', status, ...answer });
    });
    xhr.addEventListener('error', () => refuse({ kind: 'network' }));
    xhr.addEventListener('timeout', () => refuse({ kind: 'timeout' }));
    xhr.addEventListener('abort', () => refuse({ kind: 'cancelled' }));
    xhr.addEventListener('loadend', () => signal.removeEventListener('abort', abort));
    signal.addEventListener('abort', abort);

    const form = new FormData();
    for (const [name, value] of Object.entries(target.fields ?? {})) form.append(name, value);
    form.append('file', file, file.name);
    xhr.send(form);
  });
}

/** Whether the server answered that its disk is full. */
export function isDiskFull(status: number, data: unknown): boolean {
  return (
    status === 503 && typeof data === 'object' && data !== null && 'error' in data && data.error === 'core:disk-full'
  );
}

/** The envelope in a response, or null. */
export function envelopeIn(text: string): Pick<FailureFacts, 'code' | 'secCode' | 'message' | 'data'> | null {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('code' in body) || typeof body.code !== 'number') return null;
    return {
      code: body.code,
      secCode: 'secCode' in body && typeof body.secCode === 'number' ? body.secCode : null,
      message: 'message' in body && typeof body.message === 'string' ? body.message : '',
      data: 'data' in body ? body.data : null,
    };
  } catch {
    return null;
  }
}
