import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import type { AddFileOptions, FileRecord, Files } from '#core/server/services/files/files.ts';

/**
 * Stores the one file of a form. A form with a second one, or one that breaks off, stores nothing.
 * @param options what is stored, and at most how many bytes; the name is that of the form
 * @throws expected `core:file-none`, `core:file-interrupted` (400), and what {@link Files.add} throws
 */
export async function receiveFile(
  request: FastifyRequest,
  files: Files,
  accountId: string,
  options: Omit<AddFileOptions, 'name'>,
): Promise<FileRecord> {
  let stored: FileRecord | undefined;
  try {
    for await (const part of partsOf(request, options.maxSize)) {
      const name = part.filename === '' ? 'file' : part.filename;
      // Heard here, for nobody reads a part that is refused at once. It may have broken off before.
      part.file.on('error', () => undefined);
      try {
        stored = await files.add(accountId, part.file, { ...options, name });
      } catch (error) {
        // A refusal of ours ends the part's stream, too; only other errors mean that it broke off, which the parser
        // tells by several of them.
        if (part.file.errored !== null && !(error instanceof ExpectedError))
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
async function* partsOf(request: FastifyRequest, maxSize: number): AsyncGenerator<MultipartFile> {
  // One byte over the limit is let through, so that the store's own check names file and limit.
  const limits = { files: 1, fields: 20, fieldSize: 10_000, parts: 30, fileSize: maxSize + 1 };
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
