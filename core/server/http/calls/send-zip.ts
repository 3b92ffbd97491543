import { contentDisposition } from '#core/server/services/files/content-disposition.ts';
import type { StoredZip } from '#core/server/services/files/stored-zip.ts';

import { byteRange } from './byte-range.ts';
import type { CallContext } from './call-registry.ts';

/**
 * Streams a zip to a browser. Its bytes are the same each time, so that a download that broke off goes on by a range.
 * @param name what it is saved as
 */
export async function sendZip(
  zip: StoredZip,
  name: string,
  { request, reply }: Pick<CallContext, 'request' | 'reply'>,
): Promise<void> {
  const etag = `"${zip.digest}"`;
  const ifRange = request.headers['if-range'];
  const wanted = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
  const range = byteRange(wanted, zip.size);
  void reply.headers({ 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache', etag });
  if (range === 'unsatisfiable') {
    await reply.code(416).header('content-range', `bytes */${zip.size}`).send();
    return;
  }
  void reply.headers({
    'content-type': 'application/zip',
    'content-disposition': contentDisposition('application/zip', name),
    'content-length': range === undefined ? zip.size : range.end - range.start + 1,
  });
  if (range !== undefined) {
    void reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${zip.size}`);
  }
  await reply.send(zip.stream(range));
}
