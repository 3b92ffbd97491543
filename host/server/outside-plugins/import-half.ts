import { fileURLToPath } from 'node:url';
import { join, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { z } from 'zod';

import type { Call } from '#core/contract/call.ts';
import { manifestSchema } from '#core/contract/plugin.ts';
import { unmetRequirements } from '#core/contract/requires.ts';
import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';
import { callHashes, callsHash } from '#core/server/services/plugin-registry/call-hashes.ts';
import type { LoadedHalf } from '#core/server/plugins/server-halves.ts';
import type { ServerHalf } from '#core/server/plugins/server-plugin.ts';

import { allowModules } from './module-resolution.ts';
import type { PackageFolder } from './read-folder.ts';

/** What a server half from outside may contribute. Everything else is reserved for shipped plugins. */
const MEDIA = ['operations', 'effects', 'tools', 'providers'] as const;
const FUNCTIONS = ['routes', 'jobs', 'failures', 'uploads', ...MEDIA, 'provides', 'hooks', 'sweep'] as const;
const PARTS = ['manifest', 'migrations', 'fires', 'schedules', ...FUNCTIONS] as const;

const SEGMENT = String.raw`(:[a-zA-Z]\w*|[a-zA-Z0-9._~-]+)`;

/**
 * Imports the server half of a package and checks what it declares.
 * @param milliseconds how long the import may take
 * @throws any error of its code; a TypeError that names an invalid declaration
 */
export async function importHalf(found: PackageFolder, milliseconds: number): Promise<LoadedHalf> {
  const { manifest, server: described, calls: describedCalls } = found.package;
  const { id } = manifest;
  if (described === null) {
    throw new TypeError(`${id}: the package has no server half; install it in the manager of plugins instead`);
  }
  proveOffers(found.package);
  const module = await withinTime(import(allowModules(found)) as Promise<Record<string, unknown>>, milliseconds, id);
  const server = checkServer(id, module['default'], found.folder);
  const own = manifestSchema.safeParse(server.manifest);
  if (!own.success || !isDeepStrictEqual(own.data, manifest)) {
    throw new TypeError(
      `${id}: ${described.module.path} has another manifest than plugin.json; build the plugin again`,
    );
  }
  const calls = checkCalls(id, module['calls']);
  const hashes = { callsHash: callsHash(calls), callHashes: callHashes(calls) };
  const isSame =
    typeof describedCalls === 'string'
      ? describedCalls === hashes.callsHash
      : isDeepStrictEqual({ ...describedCalls }, hashes.callHashes);
  if (!isSame) {
    throw new TypeError(`${id}: ${described.module.path} has other calls than plugin.json; build the plugin again`);
  }
  const none = { callsHash: null, callHashes: null };
  return { manifest, calls, server, ...(describedCalls === null ? none : hashes) };
}

/** What plugins of the product offer may have become incompatible; then none of the half's code runs. */
function proveOffers({ manifest: { id }, requires }: PackageFolder['package']): void {
  for (const { kind, name, wanted = '', found } of unmetRequirements(requires, SDK_SURFACE)) {
    if (kind !== 'offer') continue;
    const here = found === undefined ? 'does not have it' : `has ${found}`;
    throw new TypeError(
      `${id}: it was built against ${name} ${wanted}, and this workbench ${here}; ` +
        'install a version of the plugin that was built for this workbench, or update the workbench',
    );
  }
}

async function withinTime<T>(work: Promise<T>, milliseconds: number, id: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const problem = `${id}: its import did not end within ${milliseconds / 1000} s`;
    timer = setTimeout(() => reject(new TypeError(problem)), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function checkServer(id: string, value: unknown, folder: string): ServerHalf {
  if (typeof value !== 'object' || value === null) {
    throw new TypeError(`${id}: its server half must default-export defineServer({ manifest, … })`);
  }
  const unknown = Object.keys(value).filter((key) => !(PARTS as readonly string[]).includes(key));
  if (unknown.length > 0) {
    throw new TypeError(`${id}: a server half from outside may have ${PARTS.join(', ')}, not ${unknown.join(', ')}`);
  }
  const server = value as ServerHalf;
  for (const name of FUNCTIONS) {
    if (server[name] !== undefined && typeof server[name] !== 'function') {
      throw new TypeError(`${id}: ${name} must be a function, got ${typeof server[name]}`);
    }
  }
  const { migrations } = server;
  if (migrations === undefined) return server;
  if (!(migrations instanceof URL) || !fileURLToPath(migrations).startsWith(join(folder, 'server') + sep)) {
    throw new TypeError(`${id}: migrations must be new URL('./migrations/', import.meta.url)`);
  }
  return server;
}

function checkCalls(id: string, exported: unknown): Readonly<Record<string, Call>> {
  if (exported === undefined) return {};
  if (typeof exported !== 'object' || exported === null) {
    throw new TypeError(
      `${id}: its server half must export its calls as an object: export * as calls from './calls.ts'`,
    );
  }
  const prefix = `/api/p/${id}/`;
  const path = new RegExp(`^(/${SEGMENT})*(/${SEGMENT}|/:[a-zA-Z]\\w*\\?)$`);
  const taken = new Map<string, string>();
  const calls: Record<string, Call> = {};
  for (const [name, value] of Object.entries(exported)) {
    if (typeof value !== 'object' || value === null || !('method' in value) || !('path' in value)) continue;
    const call = checkCall(`${id}: the call ${name}`, value as Call);
    if (!call.path.startsWith(prefix) || !path.test(call.path)) {
      throw new TypeError(`${id}: the call ${name} has the path "${call.path}"; it must lie under ${prefix}`);
    }
    const route = `${call.method} ${call.path.replaceAll(/:\w+/g, ':')}`;
    const other = taken.get(route);
    if (other !== undefined) throw new TypeError(`${id}: the calls ${other} and ${name} are both ${route}`);
    taken.set(route, name);
    calls[name] = call;
  }
  return calls;
}

const METHODS: readonly unknown[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const ACCESS: readonly unknown[] = ['public', 'member', 'operator'];

function checkCall(what: string, call: Call): Call {
  const schemas = [call.params, call.query, call.body].filter((schema) => schema !== undefined);
  if ([...schemas, call.data].some((schema) => !(schema instanceof z.ZodType))) {
    throw new TypeError(
      `${what} has a schema that was not made by the workbench's zod; import zod, do not build it in`,
    );
  }
  const isDeclared =
    METHODS.includes(call.method) &&
    ACCESS.includes(call.access) &&
    typeof call.path === 'string' &&
    Object.isFrozen(call);
  if (!isDeclared) throw new TypeError(`${what} must be declared by defineCall`);
  return call;
}
