import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { negotiate, type MessageLanguage } from '#core/server/ground/messages.ts';
import { answerErrorOf, answerMissingRoute } from '#core/server/http/calls/error-response.ts';
import type { FastifyCalls, CallOwner } from '#core/server/http/calls/fastify-calls.ts';
import type { RecordedRoute } from '#core/server/http/calls/recorded-routes.ts';
import type { InstalledPlugins } from '#core/server/services/plugin-registry/plugins.ts';
import type { UploadReceiver } from '#core/server/services/uploads/upload-receiver.ts';

import type { UploadOwner } from './upload-routes.ts';

/** Prefix of external plugins' calls; those of plugins that are not running are answered here. */
const PREFIX = '/api/p/';

/** A server half of an external plugin, with its routes and upload receivers. */
export interface HttpHalf {
  manifest: { id: string };
  calls: CallOwner['calls'];
  routes: readonly RecordedRoute[];
  uploads: Readonly<Record<string, UploadReceiver>>;
}

/** The external server halves, as needed by a node's server. */
export interface HttpHalves {
  /** Every half that should run, by its plugin's id. */
  states(): ReadonlyMap<string, unknown>;
  /** Those that have started. */
  started(): readonly HttpHalf[];
  /** Runs a step of a half's start; when it throws, only that half fails. */
  attempt<T>(id: string, work: () => T | Promise<T>): Promise<T | undefined>;
  /** @throws expected `core:plugin.server-failed` (503) while the half serves no requests */
  assertServing(id: string, language: MessageLanguage): void;
  /** The display name of a half's plugin. */
  titleOf(id: string, language: MessageLanguage): string;
  /** Records a fault in a half's code. */
  fault(id: string, error: unknown, place: 'route' | 'upload'): void;
}

/** Adds the routes of a server half to an app of its own. A half whose routes cannot be added fails alone. */
export async function addHalfRoutes(
  app: FastifyInstance,
  calls: FastifyCalls,
  { halves, half }: { halves: HttpHalves; half: HttpHalf },
): Promise<void> {
  const { id } = half.manifest;
  const { enter, answerError } = guardOf(halves, half, 'route');
  await app.register(async (scope) => {
    scope.setErrorHandler(answerError);
    const registry = calls.of({ id, calls: half.calls, outside: { scope, enter } });
    await halves.attempt(id, () => {
      for (const route of half.routes) route.register(registry);
    });
  });
}

/** The upload addresses of a server half. */
export function halfUploads(halves: HttpHalves, half: HttpHalf): UploadOwner {
  return { id: half.manifest.id, receivers: half.uploads, outside: guardOf(halves, half, 'upload') };
}

/** Answers calls of halves that are not running with 503, and of those that nobody knows with 404. */
export function answerStoppedHalves(
  app: FastifyInstance,
  { halves, plugins }: { halves: HttpHalves; plugins: Pick<InstalledPlugins, 'find' | 'builds'> },
): void {
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: `${PREFIX}:plugin/*`,
    schema: { hide: true },
    async onRequest(request) {
      const { plugin } = request.params as { plugin: string };
      const known = [await plugins.find(plugin), ...(await plugins.builds(plugin))];
      const isExpected = halves.states().has(plugin) || known.some((each) => each?.blocked?.reason === 'server');
      if (isExpected) halves.assertServing(plugin, negotiate(request.headers['accept-language']));
    },
    handler: async (request, reply) => answerMissingRoute(request, reply),
  });
}

function guardOf(halves: HttpHalves, { manifest: { id } }: HttpHalf, place: 'route' | 'upload') {
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
