import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { negotiate } from '#core/server/ground/messages.ts';
import { answerErrorOf, answerMissingRoute } from '#core/server/http/calls/error-response.ts';
import type { FastifyCalls } from '#core/server/http/calls/fastify-calls.ts';
import type { FaultPlace, ServerHalves, StartedHalf } from '#core/server/plugins/server-halves.ts';
import type { InstalledPlugins } from '#core/server/services/plugin-registry/plugins.ts';

import type { UploadOwner } from './upload-routes.ts';

/** Where the calls of plugins from outside lie, and what is answered there for those that do not run. */
const PREFIX = '/api/p/';

/**
 * Puts the routes of the server halves from outside on the server, each half in a scope of its own. A half that cannot
 * be put there has failed, alone. Calls of one that does not run answer 503.
 */
export async function addHalfRoutes(
  app: FastifyInstance,
  calls: FastifyCalls,
  { halves, plugins }: { halves: ServerHalves; plugins: Pick<InstalledPlugins, 'find'> },
): Promise<void> {
  for (const half of halves.started()) {
    const { id } = half.manifest;
    await app.register(async (scope) => {
      const { enter, answerError } = guardOf(halves, half, 'route');
      scope.setErrorHandler(answerError);
      const registry = calls.of({ id, calls: half.calls, outside: { scope, enter } });
      await halves.attempt(id, () => {
        for (const route of half.routes) route.register(registry);
      });
    });
  }

  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: `${PREFIX}:plugin/*`,
    schema: { hide: true },
    async onRequest(request) {
      const { plugin } = request.params as { plugin: string };
      const isExpected = halves.states().has(plugin) || (await plugins.find(plugin))?.blocked?.reason === 'server';
      if (isExpected) halves.assertServing(plugin, negotiate(request.headers['accept-language']));
    },
    handler: async (request, reply) => answerMissingRoute(request, reply),
  });
}

/** The upload addresses of the server halves from outside. */
export function halfUploads(halves: ServerHalves): UploadOwner[] {
  return halves.started().map((half) => {
    const { id } = half.manifest;
    return { id, receivers: half.uploads, outside: guardOf(halves, half, 'upload') };
  });
}

function guardOf(halves: ServerHalves, { manifest: { id } }: StartedHalf, place: FaultPlace) {
  return {
    enter: (request: FastifyRequest) => halves.assertServing(id, negotiate(request.headers['accept-language'])),
    answerError: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      answerErrorOf(error, request, reply, () => {
        halves.fault(id, error, place);
        const plugin = halves.titleOf(id, negotiate(request.headers['accept-language']));
        return { code: 'core:plugin.server-fault', params: { plugin, requestId: request.id } };
      }),
  };
}
