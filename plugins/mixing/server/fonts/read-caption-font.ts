import { buffer } from 'node:stream/consumers';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { CallContext } from '#core/server/http/calls/call-registry.ts';

import { fontKey } from './find-caption-fonts.ts';

/**
 * Sends a part of a font. What it names never changes, so that a browser asks for it once.
 * @throws expected `core:file-missing` (404)
 */
export async function readCaptionFont(
  { files }: ServerContext,
  id: string,
  { reply }: Pick<CallContext, 'reply'>,
): Promise<void> {
  const key = fontKey(id);
  if ((await files.store.stat(key)) === undefined) fail('core:file-missing', {}, { kind: 'not-found' });
  const font = await buffer(await files.store.read(key));
  await reply.header('cache-control', 'private, max-age=31536000, immutable').send({ font: font.toString('base64') });
}
