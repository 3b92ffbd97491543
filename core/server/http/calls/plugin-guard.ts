import type { FastifyInstance, FastifyRequest } from 'fastify';

import { hashOfRequest } from '#core/contract/call-hashes.ts';
import { fail } from '#core/contract/errors.ts';
import { grantFor, grantKey, PLUGIN_HEADER } from '#core/contract/grants.ts';
import type { Caller } from '#core/server/services/accounts/accounts.ts';
import type { InstalledPlugins, KnownPlugin } from '#core/server/services/plugin-registry/plugins.ts';

import { enter } from './gate.ts';

const GUARDED = Symbol('guarded');

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the external plugin's permission for this call has been checked. */
    [GUARDED]: boolean;
  }
}

/** `<id>`, `<id>;call=<hash>`, or `<id>;calls=<hash>`. */
const HEADER = /^([a-z][a-z0-9-]{1,39})(?:;(calls?)=([\w+/=.:-]{1,200}))?$/;

/**
 * Admits a call made by an external plugin only if that plugin is installed, enabled for the caller, and was granted
 * the call; the use is counted. Other calls pass.
 * @throws expected `core:plugin.not-granted` (403), `core:plugin.update` (409), and what {@link enter} throws
 */
export async function guardPlugin(
  request: FastifyRequest,
  plugins: Pick<InstalledPlugins, 'find' | 'used'>,
  caller: Caller | null,
): Promise<void> {
  const header = request.headers[PLUGIN_HEADER];
  if (header === undefined) return;
  const { method } = request;
  // The router ends the path at either character.
  const path = request.url.split(/[?#]/, 1)[0] ?? '';
  const [, id = '', kind, hash] = HEADER.exec(String(header)) ?? [];
  const plugin = await plugins.find(id, caller?.accountId);
  if (plugin?.source === undefined) refuse(String(header), method, path);
  if (!isOwnReport(id, method, path)) {
    available(plugin);
    enter(plugin.manifest.gate, caller, method === 'GET');
    assertOnePair(plugin);
    if (kind === 'calls' && hash !== plugin.source.calls) outdated(plugin);
    if (plugin.blocked !== null) unavailable();
    const grant = grantFor(id, plugin.source.grants, method, path);
    if (grant === undefined) refuse(id, method, path);
    if (grant === 'own') assertSameCall(plugin, method, path, kind === 'call' ? hash : undefined);
    else plugins.used(id, grantKey(grant));
  }
  request[GUARDED] = true;
}

/** Refuses requests in the name of a plugin that were not checked because they are not calls. */
export function refuseUnguarded(app: FastifyInstance): void {
  app.decorateRequest(GUARDED, false);
  app.addHook('preHandler', async (request) => {
    const header = request.headers[PLUGIN_HEADER];
    if (header === undefined || request[GUARDED]) return;
    refuse(String(header), request.method, request.url.split(/[?#]/, 1)[0] ?? '');
  });
}

/** @throws expected `core:plugin.unavailable` (404) for a plugin that is not installed, or disabled for everybody */
export function available(plugin: KnownPlugin | undefined): asserts plugin is KnownPlugin {
  if (plugin === undefined || plugin.disabled) unavailable();
}

/** @throws expected `core:plugin.update` (409) for a plugin whose halves are of different builds */
export function assertOnePair(plugin: KnownPlugin): void {
  if (plugin.blocked?.reason === 'update') outdated(plugin);
}

/**
 * Calls of a plugin's own server half wait while that half has another version of them; all others work.
 * @param built hash of the call that the browser half was built with, as it says itself
 * @throws expected `core:plugin.update` (409)
 */
function assertSameCall(plugin: KnownPlugin, method: string, path: string, built: string | undefined): void {
  const { source, half } = plugin;
  if (source === undefined || source.calls === null || typeof source.calls === 'string') return;
  const wanted = built ?? hashOfRequest(source.calls, method, path);
  if (wanted !== undefined && wanted !== hashOfRequest(half?.calls ?? {}, method, path)) outdated(plugin);
}

function outdated({ manifest: { id } }: KnownPlugin): never {
  fail('core:plugin.update', { plugin: id }, { kind: 'conflict' });
}

function unavailable(): never {
  fail('core:plugin.unavailable', {}, { kind: 'not-found' });
}

function refuse(plugin: string, method: string, path: string): never {
  const params = { plugin: plugin.slice(0, 60), method, path: path.slice(0, 200) };
  fail('core:plugin.not-granted', params, { kind: 'forbidden' });
}

/** Whether the call reports that a plugin failed or works: no grant is needed to report about itself. */
function isOwnReport(id: string, method: string, path: string): boolean {
  return method === 'POST' && (path === `/api/plugins/${id}/faults` || path === `/api/plugins/${id}/proven`);
}
