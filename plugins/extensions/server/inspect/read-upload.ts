import { fail } from '#core/contract/errors.ts';
import { PACKAGE_BYTES } from '#core/contract/plugin-package.ts';
import type { CallContext } from '#core/server/http/calls/call-registry.ts';

const NAME_LETTERS = 200;

/**
 * The packed plugin of a form, whole in memory.
 * @throws expected `core:plugin.package-large` (413), `core:file-none` and `core:file-interrupted` (422)
 */
export async function readUpload(request: CallContext['request']): Promise<{ packed: Buffer; name: string }> {
  let found: { packed: Buffer; name: string } | undefined;
  try {
    for await (const part of request.files({
      limits: { files: 1, fields: 10, fieldSize: 10_000, parts: 20, fileSize: PACKAGE_BYTES + 1 },
      throwFileSizeLimit: false,
    })) {
      const packed = await take(part.file);
      found = { packed, name: part.filename.slice(0, NAME_LETTERS) };
    }
  } catch (error) {
    // What the parser left unread would keep the connection waiting.
    request.raw.unpipe();
    request.raw.resume();
    // Errors of the framework have a code and are answered as what they are; the parser's have none.
    if (error instanceof Error && !('code' in error)) {
      fail('core:file-interrupted', {}, { kind: 'invalid', cause: error });
    }
    throw error;
  }
  return found ?? fail('core:file-none', {}, { kind: 'invalid' });
}

async function take(file: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file) {
    size += chunk.length;
    // Read and discard the rest, so that the client receives the response.
    if (size <= PACKAGE_BYTES) chunks.push(chunk);
  }
  if (size > PACKAGE_BYTES) {
    fail('core:plugin.package-large', { megabytes: PACKAGE_BYTES / 1024 / 1024 }, { kind: 'too-large' });
  }
  return Buffer.concat(chunks, size);
}
