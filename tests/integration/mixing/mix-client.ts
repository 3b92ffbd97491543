import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Envelope } from '#core/contract/envelope.ts';
import type { ToolItem, ToolRun } from '#core/contract/tool-run-calls.ts';
import type { MixOutputFacts, MixRunFacts } from '#plugins/mixing/calls.ts';
import { mixOutputOf, mixRunOf, type MixShot } from '#plugins/mixing/mix-run.ts';
import type { MixProjectInput } from '#plugins/mixing/project.ts';

import { QUICK } from './video-formats.ts';

/** A run with what is said of it beside what every run has. */
export type MixRun = Omit<ToolRun, 'secondsLeft'> & MixRunFacts & { projectId: string };

/** A video of a run with what it is made of and what is said of it. */
export interface MixOutput extends Pick<ToolItem, 'id' | 'position' | 'state' | 'error' | 'poster'> {
  /** With its ending. */
  name: string;
  shots: readonly MixShot[];
  title: string | null;
  /** What is said of it, once it was made. */
  facts: MixOutputFacts | null;
  fileId: string | null;
  size: number | null;
  url: string | null;
  downloadUrl: string | null;
}

export interface MixOutputs {
  items: MixOutput[];
  total: number;
  revision: number;
  working: { id: string; progress: number }[];
}

/** A run as the tests look at it. */
export function flatRun(run: ToolRun): MixRun {
  const { facts, settings } = mixRunOf(run);
  return { ...run, ...facts, projectId: settings.project };
}

function flatOutput(item: ToolItem): MixOutput {
  const { id, position, state, error, poster, files, name, params, facts } = mixOutputOf(item);
  const [file] = files;
  return {
    ...{ id, position, state, error, poster, facts, shots: params.shots, title: params.title },
    ...{ name: file?.name ?? `${name}.mp4`, fileId: file?.id ?? null, size: file?.size ?? null },
    ...{ url: file?.url ?? null, downloadUrl: file?.downloadUrl ?? null },
  };
}

/** Talks to an api node as one member does. */
export interface MixClient {
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  upload(path: string): Promise<string>;
  /** Uploads the clips and creates a project with a group for each list. */
  createProject(groups: readonly (readonly string[])[], settings?: Partial<MixProjectInput>): Promise<string>;
  run(projectId: string, options: { count: number; share?: number; seed?: number }): Promise<MixRun>;
  read(runId: string): Promise<MixRun>;
  /** Does something with a run by the calls of all tools, such as `pause`. */
  post(runId: string, action: string, body?: unknown): Promise<MixRun>;
  outputs(runId: string): Promise<MixOutput[]>;
  /** @param query begins with `&` */
  outputPage(runId: string, query?: string): Promise<MixOutputs>;
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
    run: async (projectId, options) =>
      flatRun(await client.call('POST', `/api/mixing/projects/${projectId}/runs`, options)),
    read: async (runId) => flatRun(await client.call('GET', `/api/tool-runs/${runId}`)),
    post: async (runId, action, body) => flatRun(await client.call('POST', `/api/tool-runs/${runId}/${action}`, body)),
    outputs: async (runId) => (await client.outputPage(runId)).items,
    async outputPage(runId, query = '') {
      const path = `/api/tool-runs/${runId}/items?limit=200${query}`;
      const { items, ...page } = await client.call<Omit<MixOutputs, 'items'> & { items: ToolItem[] }>('GET', path);
      return { ...page, items: items.map(flatOutput) };
    },
    async ended(runId, seconds = 120) {
      // To ask costs what makes the videos its time.
      for (const until = Date.now() + seconds * 1000; Date.now() < until; await sleep(400)) {
        const run = await client.read(runId);
        if (['done', 'failed', 'cancelled'].includes(run.state)) {
          return run;
        }
      }
      const run = await client.read(runId);
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
