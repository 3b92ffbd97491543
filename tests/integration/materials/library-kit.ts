import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import type { Envelope } from '#core/contract/envelope.ts';
import type { Level } from '#core/contract/tiers.ts';
import { callsAmong } from '#core/server/http/calls/call-exports.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import { judgeType } from '#core/server/services/files/judge-type.ts';
import { testLog } from '#core/server/testing/test-log.ts';
import { lastFirst, type TestScope } from '#core/server/testing/test-scope.ts';
import { compose, type Composed } from '#host/server/compose.ts';
import { readConfiguration } from '#host/server/configuration.ts';
import * as calls from '#plugins/materials/calls.ts';
import type { Material, MaterialKind } from '#plugins/materials/calls.ts';
import manifest from '#plugins/materials/plugin.ts';
import server from '#plugins/materials/server/index.ts';
import { startTestServer, type Answer, type TestServer } from '#tests/integration/http/test-server.ts';

/** An account with its library, and how it is used from outside. */
export interface Member {
  accountId: string;
  token: string;
  /** Makes a call; answers the envelope's data. @throws with the status and message of a failure */
  call<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>;
  /** The same with everything that was answered. */
  answer(method: string, path: string, body?: unknown, language?: string): Promise<Answer>;
  /** What the kernel does when an upload has come in whole. */
  upload(file: string | Buffer, options?: UploadOptions): Promise<Material>;
  /** Waits until the worker has looked at a material. */
  prepared(id: string): Promise<Material>;
}

export interface UploadOptions {
  name?: string;
  kind?: MaterialKind;
  folderId?: string | null;
}

export interface Library {
  server: TestServer;
  folder: string;
  /** Starts a process that works on jobs. */
  work(): Promise<Composed>;
  join(options?: { level?: Level }): Promise<Member>;
}

/** A server with the library alone. */
export async function openLibrary(scope: TestScope): Promise<Library> {
  const ends = lastFirst(scope);
  const discovered = [{ manifest, calls: callsAmong(calls), server }];
  const http = await startTestServer(ends, { discovered });
  const folder = await mkdtemp(join(tmpdir(), 'reelport-library-'));
  ends.after(() => rm(folder, { recursive: true, force: true }));
  const { ctx } = http.composed;

  async function joinLibrary({ level }: { level?: Level } = {}): Promise<Member> {
    const { token, accountId, sessionId } = await http.signIn({ level });
    const caller: Caller = { accountId, sessionId, operator: false, roleCode: 12, features: [] };
    const answer: Member['answer'] = (method, path, body, language = 'en') =>
      http.call(method, path, { token, body, headers: { 'accept-language': language } });
    const member: Member = {
      accountId,
      token,
      answer,
      async call<T>(method: string, path: string, body?: unknown) {
        const { status, envelope } = await answer(method, path, body);
        assert.equal(status, 200, `${method} ${path}: ${status} ${envelope.message}`);
        return (envelope as Envelope<T>).data;
      },
      async upload(file, { name, kind = 'video', folderId = null } = {}) {
        const receiver = server.uploads?.(ctx)['material'];
        assert.ok(receiver);
        const path = typeof file === 'string' ? file : join(folder, `upload-${Math.random()}`);
        if (typeof file !== 'string') await writeFile(path, file);
        const { size } = await stat(path);
        const announced = { name: name ?? basename(path), size, fields: { kind, folderId: folderId ?? '' } };
        await receiver.announce(caller, announced);
        const type = (await judgeType((await readFile(path)).subarray(0, 64 * 1024))) ?? 'application/octet-stream';
        return (await ctx.db.transaction(async (tx) => {
          const made = { name: announced.name, type, withinSpace: true };
          const record = await ctx.files.addLocal(tx, accountId, path, made);
          return receiver.take(tx, caller, record, announced);
        })) as Material;
      },
      async prepared(id) {
        // Asked of the database: many wait at once, and a call costs what is waited for its time.
        const isPreparing = "select 1 from materials_items where id = $1 and state = 'preparing'";
        for (const end = Date.now() + 120_000; (await ctx.db.pool.query(isPreparing, [id])).rowCount !== 0;) {
          if (Date.now() > end) throw new Error(`nobody looked at ${id}`);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
        return member.call<Material>('GET', `/api/materials/${id}`);
      },
    };
    return member;
  }

  return {
    server: http,
    folder,
    async work() {
      const configuration = readConfiguration({
        DATA_DIR: http.dataDir,
        DATABASE_URL: ctx.db.connectionString,
        WORKER_SLOTS: '2',
      });
      const worker = await compose(configuration, 'worker', { concurrency: 2, plugins: discovered, log: testLog });
      ends.after(() => worker.close());
      return worker;
    },
    join: joinLibrary,
  };
}

/** Bytes that begin like an MP4 and are like nobody else's. */
export function someVideo(seed: string, size = 1000): Buffer {
  const head = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');
  return Buffer.concat([head, Buffer.from(seed), Buffer.alloc(size)]);
}
