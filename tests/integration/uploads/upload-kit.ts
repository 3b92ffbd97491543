import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Envelope } from '#core/contract/envelope.ts';
import { fail } from '#core/contract/errors.ts';
import { definePlugin } from '#core/contract/plugin.ts';
import type { FailureData } from '#core/server/http/calls/error-response.ts';
import { createHttpServer } from '#core/server/http/http-server.ts';
import { httpPlugins } from '#core/server/plugins/http-plugins.ts';
import { defineServer } from '#core/server/plugins/server-plugin.ts';
import type { UploadReceiver } from '#core/server/services/uploads/upload-receiver.ts';
import { buildSession } from '#core/server/testing/build-account.ts';
import { testDatabase } from '#core/server/testing/test-database.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';
import { compose, type Composed } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import type { DiscoveredPlugin } from '#host/server/discover-plugins.ts';

/** The address of the test's receiver. */
export const PIER = '/api/uploads/pier/crate';
export const MEGABYTE = 1024 * 1024;
const MP4_HEAD = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');

/** Bytes that pass for a video; different ones each time. */
export function someVideo(size: number): Buffer {
  return Buffer.concat([MP4_HEAD, randomBytes(size - MP4_HEAD.length)]);
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** What the receiver answers. */
export interface Crate {
  id: string;
  name: string;
  hash: string;
  size: number;
  fields: Record<string, string>;
}

/** A plugin that takes uploads, and how often it took one. */
export function buildPier(): { pier: DiscoveredPlugin; taken: string[]; breakNext: { take: boolean } } {
  const taken: string[] = [];
  const breakNext = { take: false };
  const crate: UploadReceiver = {
    async announce(_caller, { name, fields }) {
      if (fields['refuse'] === 'early') fail('core:file-in-use', { name }, { kind: 'conflict' });
      return { maxSize: 40 * MEGABYTE, accept: ['video/mp4'] };
    },
    async take(_tx, _caller, file, { name, fields }) {
      if (fields['refuse'] === 'late') fail('core:file-in-use', { name }, { kind: 'conflict' });
      if (breakNext.take) {
        breakNext.take = false;
        throw new Error('the crane broke');
      }
      taken.push(file.id);
      const { id, hash, size } = file;
      return { id, name: file.name, hash, size, fields } satisfies Crate;
    },
  };
  const manifest = definePlugin({ id: 'pier', version: '1.0.0', title: 'core:welcome.name', gate: { login: true } });
  const server = defineServer({ manifest, uploads: () => ({ crate }) });
  return { pier: { manifest, calls: {}, server }, taken, breakNext };
}

export interface UploadNode {
  address: string;
  composed: Composed;
}

export interface UploadSite {
  nodes: UploadNode[];
  composed: Composed;
  dataDir: string;
  taken: string[];
  breakNext: { take: boolean };
  signIn(): Promise<{ token: string; accountId: string }>;
}

/** Api nodes that share a database and a store. */
export async function startUploadSite(
  outer: TestScope,
  { nodes: count = 1, env = {} }: { nodes?: number; env?: Record<string, string> } = {},
): Promise<UploadSite> {
  const scope = lastFirst(outer);
  const db = await testDatabase(scope);
  const dataDir = await mkdtemp(join(tmpdir(), 'reelport-uploads-'));
  scope.after(() => rm(dataDir, { recursive: true, force: true }));
  const configuration = readConfiguration({ DATA_DIR: dataDir, DATABASE_URL: db.connectionString, ...env });
  const { pier, taken, breakNext } = buildPier();
  const nodes: UploadNode[] = [];
  for (let index = 0; index < count; index++) {
    const composed = await compose(configuration, 'api', { concurrency: 0, plugins: [pier], log: testLog });
    scope.after(() => composed.close());
    const http = await createHttpServer(composed.ctx, {
      version: '0.0.0',
      plugins: httpPlugins([pier], composed.ctx),
      ready: {},
      ...(composed.servedStore === undefined ? {} : { servedStore: composed.servedStore }),
    });
    scope.after(() => http.close());
    nodes.push({ address: await http.listen({ host: '127.0.0.1', port: 0 }), composed });
  }
  const [first] = nodes;
  if (first === undefined) throw new TypeError('startUploadSite: nodes must be at least 1');
  return {
    ...{ nodes, composed: first.composed, dataDir, taken, breakNext },
    async signIn() {
      const { account, token } = await buildSession(first.composed.ctx.db);
      return { token, accountId: account.id };
    },
  };
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Null where there is no body. */
  envelope: Envelope<unknown> | null;
  error: string | undefined;
  /** What the receiver answered, of a success. */
  crate: Crate | undefined;
}

/** A client of one account that speaks tus by hand. */
export function tusClient(token: string) {
  async function send(
    method: string,
    url: string,
    headers: Record<string, string> = {},
    body?: Buffer,
  ): Promise<Answer> {
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'tus-resumable': '1.0.0',
        'accept-language': 'en',
        ...headers,
      },
      ...(body === undefined ? {} : { body: new Uint8Array(body) }),
    });
    const text = await answer.text();
    const envelope = text === '' ? null : (JSON.parse(text) as Envelope<unknown>);
    const error = (envelope?.data as Partial<FailureData> | null | undefined)?.error;
    const crate = envelope?.code === 1 ? (envelope.data as Crate) : undefined;
    return { status: answer.status, headers: answer.headers, envelope, error, crate };
  }

  return {
    send,
    open(address: string, name: string, size: number, fields: Record<string, string> = {}): Promise<Answer> {
      const metadata = Object.entries({ filename: name, ...fields })
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(',');
      return send('POST', address + PIER, { 'upload-length': String(size), 'upload-metadata': metadata });
    },
    head: (url: string) => send('HEAD', url),
    result: (url: string) => send('GET', url),
    remove: (url: string) => send('DELETE', url),
    patch(url: string, offset: number, bytes: Buffer): Promise<Answer> {
      const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
      return send('PATCH', url, headers, bytes);
    },
    /** Announces all of `bytes`, sends the first `count` of them, and leaves the connection as it is. */
    async begin(url: string, offset: number, bytes: Buffer, count: number): Promise<{ breakOff(): void }> {
      const request = httpRequest(url, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${token}`,
          'tus-resumable': '1.0.0',
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
          'content-length': bytes.length,
        },
      });
      request.on('error', () => undefined);
      const written = new Promise<void>((resolve) => request.write(bytes.subarray(0, count), () => resolve()));
      // The server may have ended it before: that is for the next request to find out.
      await Promise.race([written, new Promise<void>((resolve) => request.once('close', () => resolve()))]);
      return { breakOff: () => request.destroy() };
    },
  };
}

/** How many bytes the server says that it has. */
export async function offsetOf(client: ReturnType<typeof tusClient>, url: string): Promise<number> {
  const { headers } = await client.head(url);
  return Number(headers.get('upload-offset'));
}

/** Goes on from where the server says until it is done, as a client does whose connections break. */
export async function sendRest(
  client: ReturnType<typeof tusClient>,
  url: string,
  bytes: Buffer,
): Promise<Answer & { from: number }> {
  for (let attempt = 0; ; attempt++) {
    const from = await offsetOf(client, url);
    const answer =
      from === bytes.length
        ? await client.result(url)
        : await client.patch(url, from, bytes.subarray(from)).catch(() => undefined);
    const again = answer === undefined || answer.error === 'core:upload-offset' || answer.error === 'core:upload-busy';
    if (!again) return { ...answer, from };
    if (attempt > 10) throw new Error(`no end of it: ${answer?.status}`);
  }
}
