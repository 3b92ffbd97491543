import { DataStore, Server, Upload, type Locker } from '@tus/server';

import type { Caller } from '#core/server/services/accounts/accounts.ts';
import type { PartSource } from '#core/server/services/uploads/receive-part.ts';
import type { UploadRow } from '#core/server/services/uploads/tables.ts';
import type { UploadAddress, UploadService } from '#core/server/services/uploads/upload-service.ts';
import type { UploadLocks } from '#core/server/services/uploads/upload-locks.ts';
import { resultOf, type UploadOutcome } from '#core/server/services/uploads/upload-outcome.ts';
import { IDLE_MILLISECONDS } from '#core/server/services/uploads/upload-row.ts';

/** Headers that tus reads. The body is not passed on: it is streamed to the store. */
const HEADERS = [
  ...['tus-resumable', 'upload-length', 'upload-defer-length', 'upload-offset', 'upload-metadata', 'upload-concat'],
  ...['content-type', 'content-length'],
];

/** One request to an upload address. */
export interface TusRequest {
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The upload's id; absent when one is created. */
  id?: string;
  caller: Caller;
  to: UploadAddress;
  part: PartSource;
}

/** The response of tus. */
export interface TusAnswer {
  status: number;
  headers: Record<string, string>;
  /** How the upload ended, if this request brought its last byte. */
  outcome?: UploadOutcome;
}

/** tus itself refused a request, for example because of a wrong header or offset. */
export class TusRefusal extends Error {
  readonly status: number;

  constructor(status: number, reason: string) {
    super(reason.trim());
    this.name = 'TusRefusal';
    this.status = status;
  }
}

/**
 * Handles a request according to tus 1.0. The library handles the protocol, the upload service the bytes.
 * @throws expected errors of the service and the receiver, and {@link TusRefusal}
 */
export async function answerTus(
  { uploads, locks }: { uploads: UploadService; locks: UploadLocks },
  request: TusRequest,
): Promise<TusAnswer> {
  const path = `/api/uploads/${request.to.address}`;
  const store = new ExchangeStore(uploads, request);
  let failure: unknown;
  const server = new Server({
    path,
    relativeLocation: true,
    datastore: store,
    locker: exchangeLocker(locks, request),
    getFileIdFromRequest: () => request.id,
    namingFunction: () => 'new',
    // Only pages of this server may read its answers.
    allowedOrigins: () => false,
    generateUrl: (_request, { id }) => `${path}/${id}`,
    onResponseError(_request, error) {
      failure = error;
      return undefined;
    },
  });
  const headers = new Headers();
  for (const name of HEADERS) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const url = `http://uploads${path}/${request.id ?? ''}`;
  const answer = await server.handleWeb(new Request(url, { method: request.method, headers }));
  if (failure !== undefined) throw asError(failure);
  if (answer.status >= 400) throw new TusRefusal(answer.status, await answer.text());
  const answered = [...answer.headers].filter(([name]) => !/^(access-control-|content-|connection$)/.test(name));
  return { status: answer.status, headers: Object.fromEntries(answered), outcome: store.outcome };
}

function asError(failure: unknown): unknown {
  // The library throws plain objects.
  const { status_code: status, body } = failure as { status_code?: unknown; body?: unknown };
  return typeof status === 'number' ? new TusRefusal(status, String(body)) : failure;
}

function exchangeLocker(locks: UploadLocks, { method, part }: TusRequest): Locker {
  // Only requests that send bytes can take long; all others finish soon anyway.
  const wanted = () => (method === 'PATCH' ? part.hangUp() : undefined);
  return {
    newLock(id) {
      let release: (() => Promise<void>) | undefined;
      return {
        async lock(signal) {
          // Nobody can know of an upload that is just being created, and all of those share one id here.
          if (method === 'POST') return;
          release = await locks.take(id, { signal: AbortSignal.any([signal, part.gone]), wanted });
          if (release === undefined) throw new TusRefusal(423, 'The upload is in use');
        },
        async unlock() {
          await release?.();
        },
      };
    },
  };
}

/** The data store of one request, which knows its caller. */
class ExchangeStore extends DataStore {
  outcome: UploadOutcome | undefined;
  readonly #uploads: UploadService;
  readonly #request: TusRequest;
  #row: UploadRow | undefined;

  constructor(uploads: UploadService, request: TusRequest) {
    super();
    this.#uploads = uploads;
    this.#request = request;
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];
  }

  override getExpiration(): number {
    return IDLE_MILLISECONDS;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { to, caller } = this.#request;
    const announcement = { size: upload.size ?? 0, metadata: upload.metadata ?? {} };
    this.#row = await this.#uploads.open(to, caller, announcement);
    upload.id = this.#row.id;
    upload.creation_date = this.#row.createdAt.toISOString();
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const { to, caller } = this.#request;
    const row = await this.#uploads.find(to, caller, id);
    this.#row = row;
    if (row.outcome !== null && this.#request.method !== 'DELETE') resultOf(row.outcome);
    return new Upload({
      id,
      size: row.size,
      offset: await this.#uploads.offsetOf(row),
      metadata: { ...row.fields, filename: row.name },
      // The library computes the expiry from this date.
      creation_date: new Date(
        row.outcome === null ? row.expiresAt.getTime() - IDLE_MILLISECONDS : Date.now(),
      ).toISOString(),
    });
  }

  override async write(nothing: NodeJS.ReadableStream): Promise<number> {
    // The library has no body to pass.
    nothing.resume();
    const { to, caller, part } = this.#request;
    const row = this.#row ?? (await this.#uploads.find(to, caller, this.#request.id ?? ''));
    const offset = row.outcome === null ? await this.#uploads.receive(row, part) : row.size;
    if (offset === row.size) {
      const current = await this.#uploads.find(to, caller, row.id);
      this.outcome = await this.#uploads.finish(to, caller, current);
    }
    return offset;
  }

  override async remove(id: string): Promise<void> {
    const { to, caller } = this.#request;
    await this.#uploads.remove(await this.#uploads.find(to, caller, id));
  }
}
