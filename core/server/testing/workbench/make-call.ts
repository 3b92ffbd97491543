import { z } from 'zod';

import { callAddress } from '#core/contract/call-address.ts';
import { callKey } from '#core/contract/call-hashes.ts';
import type { Call, CallArguments, CallData } from '#core/contract/call.ts';
import { CODE } from '#core/contract/codes.ts';
import { PLUGIN_HEADER } from '#core/contract/grants.ts';

import { CallRefused } from './call-refused.ts';
import type { OpenedServer } from './opened-server.ts';

const envelopeSchema = z.object({ code: z.number(), message: z.string(), data: z.unknown() });

/** Who makes a call. */
export interface CallMaker {
  /** Absent for a visitor. */
  token?: string;
  /** Whether the plugin's browser half makes it, which may do what its manifest asks for. */
  asPlugin: boolean;
}

/**
 * Makes a call over HTTP.
 * @throws CallRefused unless it succeeded
 */
export async function makeCall<C extends Call>(
  { address, manifest, calls }: Pick<OpenedServer, 'address' | 'manifest' | 'calls'>,
  { token, asPlugin }: CallMaker,
  call: C,
  { params, query, body }: CallArguments<C>,
): Promise<CallData<C>> {
  const headers: Record<string, string> = { 'accept-language': 'en' };
  if (token !== undefined) headers['authorization'] = `Bearer ${token}`;
  const hash = calls?.[callKey(call)];
  if (asPlugin) headers[PLUGIN_HEADER] = hash === undefined ? manifest.id : `${manifest.id};call=${hash}`;
  const isText = call.bodyAs === 'text';
  if (body !== undefined) headers['content-type'] = isText ? 'text/plain' : 'application/json';
  const response = await fetch(address + callAddress(call.path, params, query), {
    method: call.method,
    headers,
    ...(body === undefined ? {} : { body: isText ? String(body) : JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  const { data: envelope } = envelopeSchema.safeParse(answer);
  if (!response.ok) throw new CallRefused(call, response.status, envelope ?? { message: 'no envelope', data: null });
  // The server has checked its answer by the call's own schema.
  if (call.answer === 'bare') return answer as CallData<C>;
  if (envelope === undefined || envelope.code === CODE.failure) {
    throw new CallRefused(call, response.status, envelope ?? { message: 'no envelope', data: null });
  }
  return envelope.data as CallData<C>;
}
