import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import type { Call, CallArguments, CallData } from '#core/contract/call.ts';
import { writeSettings } from '#core/contract/settings-calls.ts';
import type { Level } from '#core/contract/tiers.ts';

import { buildAccount, buildSession } from '../build-account.ts';
import { makeCall } from './make-call.ts';
import type { OpenedServer } from './opened-server.ts';
import { receiveEvents, type ReceivedEvents } from './received-events.ts';
import { sendFile, type TestUpload } from './send-file.ts';
import { runTool, type RunToolOptions, type ToolResult } from './tool-result.ts';

/** Somebody who makes calls as the plugin's pages would. */
export interface TestCaller {
  /**
   * Makes a call of the plugin's own, or one of the workbench that its manifest asks for; any other is refused as in the
   * workbench.
   * @returns the `data` of the answer
   * @throws CallRefused
   */
  call<C extends Call>(call: C, args?: CallArguments<C>): Promise<CallData<C>>;
}

/** Who an account is. */
export interface AccountOptions {
  /** `level0` by default. */
  level?: Level;
  /** False by default. */
  operator?: boolean;
  name?: string;
}

/** A logged-in account, with open pages. */
export interface TestAccount extends TestCaller {
  readonly id: string;
  /** What its open pages are sent. */
  readonly events: ReceivedEvents;
  /**
   * Puts a file into its library, and waits until it can be used.
   * @param from a path, such as that of a clip of {@link TestWorkbench.clip}
   * @returns the material's id
   */
  addMaterial(
    from: TestUpload['from'],
    options?: { kind?: 'video' | 'music' | 'image'; name?: string },
  ): Promise<string>;
  /**
   * Uploads to a receiver of the plugin.
   * @returns what the receiver answers
   * @throws CallRefused
   */
  upload(receiver: string, file: TestUpload): Promise<unknown>;
  /** Starts a run of a tool, of the plugin or of another one, and waits for its end. @throws CallRefused */
  runTool(tool: string, options?: RunToolOptions): Promise<ToolResult>;
  /** Sets some of what the account has set for the plugin. */
  set(values: Record<string, z.core.util.JSONType>): Promise<void>;
}

const MATERIAL_SECONDS = 60;
const LOOK_MILLISECONDS = 20;
const createdSchema = z.object({ id: z.uuid() });

/** A visitor who has not logged in. */
export function testVisitor(server: OpenedServer): TestCaller {
  return { call: (call, args = {}) => makeCall(server, { asPlugin: true }, call, args) };
}

/** Creates an account and a session of it. */
export async function testAccount(server: OpenedServer, options: AccountOptions): Promise<TestAccount> {
  const { db, events } = server.ctx;
  const { account, token } = await buildSession(db, { account: await buildAccount(db, options) });
  const { id } = account;
  const plugin = server.manifest.id;

  async function untilReady(material: string): Promise<void> {
    const end = Date.now() + MATERIAL_SECONDS * 1000;
    for (;;) {
      const state = await server.materialState(id, material);
      if (state === 'ready') return;
      if (state !== 'preparing' || Date.now() > end) throw new Error(`the material is ${state ?? 'gone'}, not ready`);
      await sleep(LOOK_MILLISECONDS);
    }
  }

  return {
    id,
    events: receiveEvents(events, id, server.closing),
    call: (call, args = {}) => makeCall(server, { token, asPlugin: true }, call, args),
    async addMaterial(from, { kind = 'video', name } = {}) {
      const answer = await sendFile(server, token, 'materials/material', { from, name, fields: { kind } });
      const { id: material } = createdSchema.parse(answer);
      await untilReady(material);
      return material;
    },
    upload: (receiver, file) => sendFile(server, token, `${plugin}/${receiver}`, file),
    runTool: (tool, run = {}) => runTool(server, { accountId: id, token }, tool, run),
    async set(values) {
      const args = { params: { namespace: plugin }, body: { values } };
      await makeCall(server, { token, asPlugin: false }, writeSettings, args);
    },
  };
}
