import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';

import { z } from 'zod';

import { CallRefused } from './call-refused.ts';
import type { OpenedServer } from './opened-server.ts';

/** A file to upload. */
export interface TestUpload {
  /** Where it lies, or what is in it. */
  from: string | Uint8Array<ArrayBuffer>;
  /** That of the file by default. */
  name?: string;
  /** What comes with it, as the receiver reads it. */
  fields?: Readonly<Record<string, string>>;
}

const TUS = { 'tus-resumable': '1.0.0', 'accept-language': 'en' };
const envelopeSchema = z.object({ message: z.string(), data: z.unknown() });

/**
 * Uploads a file by tus, as browsers do.
 * @param to plugin and name of the receiver: `shot-list/chart`
 * @returns what its receiver answers
 * @throws CallRefused
 */
export async function sendFile(
  { address }: Pick<OpenedServer, 'address'>,
  token: string,
  to: string,
  { from, name = typeof from === 'string' ? basename(from) : 'file', fields = {} }: TestUpload,
): Promise<unknown> {
  const path = `/api/uploads/${to}`;
  const file = typeof from === 'string' ? await openAsBlob(from) : new Blob([from]);
  const metadata = Object.entries({ ...fields, filename: name }).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  );
  const authorization = `Bearer ${token}`;
  const opened = await fetch(address + path, {
    method: 'POST',
    headers: { ...TUS, authorization, 'upload-length': String(file.size), 'upload-metadata': metadata.join(',') },
  });
  if (opened.status !== 201) return await refuse('POST', path, opened);
  const location = new URL(opened.headers.get('location') ?? '', address + path);
  const sent = await fetch(location, {
    method: 'PATCH',
    headers: { ...TUS, authorization, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: file,
  });
  if (!sent.ok) return await refuse('PATCH', path, sent);
  return envelopeSchema.parse(await sent.json()).data;
}

async function refuse(method: 'POST' | 'PATCH', path: string, response: Response): Promise<never> {
  const answer = envelopeSchema.safeParse(await response.json().catch(() => null)).data;
  throw new CallRefused({ method, path }, response.status, answer ?? { message: 'no envelope', data: null });
}
