import assert from 'node:assert/strict';

import type { CallData } from '#core/contract/call.ts';
import { callsAmong } from '#core/server/http/calls/call-exports.ts';
import { buildAccount } from '#core/server/testing/build-account.ts';
import type { TestScope } from '#core/server/testing/test-scope.ts';
import type { DiscoveredPlugin } from '#host/server/discover-plugins.ts';
import * as calls from '#plugins/extensions/calls.ts';
import type { Extension, explainExtension, InspectionData } from '#plugins/extensions/calls.ts';
import manifest from '#plugins/extensions/plugin.ts';
import server from '#plugins/extensions/server/index.ts';
import { buildPackage, type PackageParts } from '#tests/fixtures/plugin-package.ts';
import {
  startTestServer,
  type Answer,
  type TestServer,
  type TestServerOptions,
} from '#tests/integration/http/test-server.ts';

/** The manager of plugins as the host finds it. */
export const extensions: DiscoveredPlugin = { manifest, calls: callsAmong(calls), server };

export interface ExtensionsServer extends TestServer {
  /** Of an operator. */
  token: string;
  accountId: string;
  /** Uploads a package to be inspected. */
  inspect(
    packed: Buffer,
    options?: { token?: string; name?: string; headers?: Record<string, string> },
  ): Promise<Answer>;
  /** Inspects and installs it with every grant. */
  install(packed: Buffer, options?: { untrusted?: boolean; grants?: string[] }): Promise<Extension>;
}

/** A form with a packed plugin. */
export function packageForm(packed: Buffer, name = 'kit-1.0.0.reelport.zip'): FormData {
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(packed)]), name);
  return form;
}

/** An api node with the manager of plugins, and an operator of it. */
export async function startExtensionsServer(
  scope: TestScope,
  options: TestServerOptions = {},
): Promise<ExtensionsServer> {
  const node = await startTestServer(scope, { discovered: [extensions], ...options });
  const account = await buildAccount(node.composed.ctx.db, { operator: true, name: 'Olive' });
  const { token, accountId } = await node.signIn({ account });
  const self: ExtensionsServer = {
    ...node,
    ...{ token, accountId },
    inspect: async (packed, { token: other = token, name, headers } = {}) =>
      await node.call('POST', '/api/extensions/inspect', { token: other, body: packageForm(packed, name), headers }),
    async install(packed, { untrusted = false, grants } = {}) {
      const { envelope } = await self.inspect(packed);
      const { ticket, newGrants } = envelope.data as InspectionData;
      const body = { ticket, untrusted, grants: grants ?? newGrants };
      const answer = await node.call('POST', '/api/extensions/install', { token, body });
      if (answer.status !== 200) throw new Error(`not installed: ${answer.envelope.message}`);
      return answer.envelope.data as Extension;
    },
  };
  return self;
}

let count = 0;
/** A package of a plugin that no other test has. */
export function kit(parts: Omit<PackageParts, 'manifest'> & { manifest?: Partial<PackageParts['manifest']> } = {}) {
  const { manifest, ...others } = parts;
  count += manifest?.id === undefined ? 1 : 0;
  const id = manifest?.id ?? `kit-${count}`;
  return { id, packed: buildPackage({ ...others, manifest: { ...manifest, id } }) };
}

/** The grant to open dialogs. */
export const dialogs = (id: string, optional = false) =>
  ({ kind: 'service', token: 'dialogs@1', why: `${id}:title`, optional }) as const;

/** What the manager says of why a plugin is here or not. */
export async function why(server: ExtensionsServer, id: string, query = '', headers = {}) {
  const { token } = server;
  const answer = await server.call('GET', `/api/extensions/${id}/why${query}`, { token, headers });
  assert.equal(answer.status, 200, answer.envelope.message);
  return (answer.envelope.data as CallData<typeof explainExtension>).steps;
}
