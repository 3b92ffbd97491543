import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { z } from 'zod';

import type { Envelope } from '#core/contract/envelope.ts';
import type { mixOutputSchema, mixRunSchema } from '#plugins/mixing/calls.ts';
import type { MixProjectInput } from '#plugins/mixing/project.ts';

import { QUICK } from './video-formats.ts';

export type MixRun = z.output<typeof mixRunSchema>;
export type MixOutput = z.output<typeof mixOutputSchema>;

/** Talks to an api node as one member does. */
export interface MixClient {
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  upload(path: string): Promise<string>;
  /** Uploads the clips and creates a project with a group for each list. */
  createProject(groups: readonly (readonly string[])[], settings?: Partial<MixProjectInput>): Promise<string>;
  run(projectId: string, options: { count: number; share?: number; seed?: number }): Promise<MixRun>;
  outputs(runId: string): Promise<MixOutput[]>;
  /** Waits for a run to end. */
  ended(runId: string, seconds?: number): Promise<MixRun>;
  /** The bytes of a file of the account. */
  download(fileId: string): Promise<Buffer>;
}

export function mixClient(address: string, token: string): MixClient {
  const headers = { authorization: `Bearer ${token}`, 'accept-language': 'en' };
  const client: MixClient = {
    async call<T>(method: string, path: string, body?: unknown): Promise<T> {
      const isForm = body instanceof FormData;
      const answer = await fetch(address + path, {
        method,
        headers: { ...headers, ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }) },
        body: body === undefined || isForm ? (body as FormData | undefined) : JSON.stringify(body),
      });
      const envelope = (await answer.json()) as Envelope<T>;
      if (envelope.code !== 1) {
        throw new Error(`${method} ${path}: ${answer.status} ${envelope.message}`);
      }
      return envelope.data;
    },
    async upload(path) {
      const form = new FormData();
      form.set('file', await openAsBlob(path), basename(path));
      return (await client.call<{ id: string }>('POST', '/api/files', form)).id;
    },
    async createProject(groups, settings = {}) {
      const ids: string[][] = [];
      for (const files of groups) {
        ids.push(await Promise.all(files.map((file) => client.upload(file))));
      }
      const document: MixProjectInput = {
        ...{ name: 'Port', ...QUICK, shotSeconds: 1 },
        groups: ids.map((materials, index) => ({
          id: String(index + 1),
          name: `Group ${index + 1}`,
          materials: materials.map((material) => ({ material })),
        })),
        ...settings,
      };
      return (await client.call<{ id: string }>('POST', '/api/mixing/projects', document)).id;
    },
    run: (projectId, options) => client.call('POST', `/api/mixing/projects/${projectId}/runs`, options),
    async outputs(runId) {
      return (await client.call<{ items: MixOutput[] }>('GET', `/api/mixing/runs/${runId}/outputs?limit=200`)).items;
    },
    async ended(runId, seconds = 120) {
      // To ask costs what makes the videos its time.
      for (const until = Date.now() + seconds * 1000; Date.now() < until; await sleep(400)) {
        const run = await client.call<MixRun>('GET', `/api/mixing/runs/${runId}`);
        if (['done', 'failed', 'cancelled'].includes(run.state)) {
          return run;
        }
      }
      const run = await client.call<MixRun>('GET', `/api/mixing/runs/${runId}`);
      const { items } = await client.call<{ items: { state: string }[] }>(
        'GET',
        `/api/tasks?subjectId=${runId}&limit=200`,
      );
      const open = items.filter(({ state }) => state !== 'succeeded');
      throw new Error(`the run has not ended: ${JSON.stringify({ run, open })}`);
    },
    async download(fileId) {
      const { url } = await client.call<{ url: string }>('GET', `/api/files/${fileId}/url`);
      return Buffer.from(await (await fetch(new URL(url, address))).arrayBuffer());
    },
  };
  return client;
}
