import type { Clock } from '#core/server/ground/clock.ts';
import type { CallRegistry } from '#core/server/http/calls/call-registry.ts';
import { receiveFile } from '#core/server/http/calls/receive-file.ts';
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
    present(await receiveFile(request, files, caller.accountId, { maxSize: maxUpload, withinSpace: true })),
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
