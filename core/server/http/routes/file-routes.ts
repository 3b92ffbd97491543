import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { Clock } from '#core/server/ground/clock.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import type { FileRecord, Files } from '#core/server/services/files/files.ts';

import { readFile, readFileUrl, removeFile, uploadFile } from './file-calls.ts';

export interface FileRoutesOptions {
  /** Maximum bytes of an upload. */
  maxUpload: number;
}

/** Handlers of the calls that store, show and remove an account's files. */
export function fileRoutes(
  calls: CallRegistry,
  { files, clock }: { files: Files; clock: Clock },
  { maxUpload }: FileRoutesOptions,
): void {
  calls.handle(uploadFile, async (_input, { caller, request }) =>
    present(await receive(request, files, caller.accountId, maxUpload)),
  );

  calls.handle(readFile, async ({ params }, { caller }) => present(await files.get(caller.accountId, params.id)));

  calls.handle(readFileUrl, async ({ params, query }, { caller }) => {
    const file = await files.get(caller.accountId, params.id);
    const expiresAt = new Date(clock.now().getTime() + query.seconds * 1000);
    return { url: await files.signedUrl(file, query.seconds), expiresAt: expiresAt.toISOString() };
  });

  calls.handle(removeFile, async ({ params }, { caller }) => {
    await files.remove(caller.accountId, params.id);
    return null;
  });
}

function present(file: FileRecord) {
  return { ...file, createdAt: file.createdAt.toISOString() };
}

/** Stores the one file of a form. A form with a second one, or one that breaks off, stores nothing. */
async function receive(
  request: FastifyRequest,
  files: Files,
  accountId: string,
  maxUpload: number,
): Promise<FileRecord> {
  let stored: FileRecord | undefined;
  try {
    for await (const part of partsOf(request, maxUpload)) {
      const name = part.filename === '' ? 'file' : part.filename;
      let broken: unknown;
      part.file.once('error', (error) => (broken = error));
      try {
        stored = await files.add(accountId, part.file, { name, maxSize: maxUpload, withinSpace: true });
      } catch (error) {
        // A refusal of ours ends the part's stream with the same error; only other errors mean that it broke off.
        if (error === broken && !(error instanceof ExpectedError))
          fail('core:file-interrupted', {}, { kind: 'invalid', cause: error });
        throw error;
      } finally {
        // The rest of a refused file must be read, or the client never gets the answer.
        part.file.resume();
      }
    }
  } catch (error) {
    // Bytes the parser left unread would block the connection, and with it the client's next request.
    request.raw.unpipe();
    request.raw.resume();
    if (stored !== undefined) await files.remove(accountId, stored.id);
    throw error;
  }
  return stored ?? fail('core:file-none', {}, { kind: 'invalid' });
}

/** The files of a form; malformed forms are an expected condition. */
async function* partsOf(request: FastifyRequest, maxUpload: number): AsyncGenerator<MultipartFile> {
  // One byte over the limit is let through, so that the store's own check names file and limit.
  const limits = { files: 1, fields: 20, fieldSize: 10_000, parts: 30, fileSize: maxUpload + 1 };
  const parts = request.files({ limits, throwFileSizeLimit: false });
  for (;;) {
    const next = await parts.next().catch((error: unknown) => {
      // Errors of the framework have a code and are answered as they are; those of the parser have none.
      if (error instanceof Error && !('code' in error))
        fail('core:file-interrupted', {}, { kind: 'invalid', cause: error });
      throw error;
    });
    if (next.done === true) return;
    yield next.value;
  }
}
