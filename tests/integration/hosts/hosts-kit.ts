import { callsAmong } from '#core/server/http/calls/call-exports.ts';
import { operatorBags } from '#core/server/services/settings/server-settings.ts';
import { settableClock } from '#core/server/testing/settable-clock.ts';
import type { TestScope } from '#core/server/testing/test-scope.ts';
import * as calls from '#plugins/hosts/calls.ts';
import manifest from '#plugins/hosts/plugin.ts';
import half from '#plugins/hosts/server/index.ts';
import { startTestServer, type TestServerOptions } from '#tests/integration/http/test-server.ts';

export const FACTS: calls.HostFacts = {
  ...{ name: 'Quay 1', type: 'cloud', user: 'root', ip: '127.0.0.1', port: 22, elasticIp: null },
  ...{ region: null, provider: null, config: null, expiresOn: null },
};

/** A server with hosts, which may lie on loopback unless told otherwise, and somebody who has them. */
export async function startHosts(scope: TestScope, options: TestServerOptions & { onLoopback?: boolean } = {}) {
  const { onLoopback = true, ...rest } = options;
  const clock = settableClock();
  const discovered = [{ manifest, calls: callsAmong(calls), server: half }];
  const server = await startTestServer(scope, {
    clock,
    ...rest,
    discovered: [...discovered, ...(rest.discovered ?? [])],
  });
  const { ctx } = server.composed;
  await ctx.settings.set(operatorBags('hosts').plain, { privateNetwork: onLoopback }, 'test');
  const { token, accountId } = await server.signIn({ level: 'level2' });

  const call = async <T = calls.Host>(method: string, path = '', body?: unknown, by = token) => {
    const answer = await server.call(method, `/api/hosts/nodes${path}`, { token: by, body });
    return { ...answer, data: answer.envelope.data as T };
  };
  const add = async (facts: Partial<calls.HostFacts>, credential: calls.Credential) =>
    call('POST', '', { ...FACTS, ...facts, credential });
  /** A host whose key was confirmed. */
  const addTrusted = async (facts: Partial<calls.HostFacts>, credential: calls.Credential) => {
    const { id } = (await add(facts, credential)).data;
    const { offeredKey } = (await call('POST', `/${id}/check`)).data;
    return (await call('POST', `/${id}/trust`, { fingerprint: offeredKey?.fingerprint })).data;
  };
  return { server, ctx, clock, token, accountId, call, add, addTrusted };
}
