import type { IncomingMessage, ServerResponse } from 'node:http';

import type { FastifyInstance } from 'fastify';

import { closeApp } from '#core/server/http/calls/create-app.ts';
import type { HttpHalf, HttpHalves } from '#core/server/http/routes/half-routes.ts';

/**
 * The apps that answer for the server halves of plugins from outside. Each half has one of its own, so that it can be
 * exchanged while everything else goes on: routes of an app are fixed once it has answered.
 */
export interface HalfApps {
  /** Answers a request that belongs to a half. @returns false for any other one */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
  /** Answers for a half as it is now, or no longer when it has failed; requests under way end as they began. */
  exchange(id: string): Promise<void>;
  /** What the halves say of their calls, as OpenAPI. */
  descriptions(): { paths?: object }[];
  close(): Promise<void>;
}

/** Addresses of a half: its calls, and its uploads. */
const OWN_ADDRESS = /^\/api\/(?:p|uploads)\/([a-z][a-z0-9-]{1,39})\//;

/**
 * Makes an app for each half that has started.
 * @param create makes the app of one half, ready to answer
 */
export async function createHalfApps(
  halves: Pick<HttpHalves, 'started'>,
  create: (half: HttpHalf) => Promise<FastifyInstance>,
): Promise<HalfApps> {
  const apps = new Map<string, FastifyInstance>();

  async function exchange(id: string): Promise<void> {
    const half = halves.started().find(({ manifest }) => manifest.id === id);
    const before = apps.get(id);
    if (half === undefined) apps.delete(id);
    else apps.set(id, await create(half));
    if (before !== undefined) await closeApp(before);
  }

  for (const { manifest } of halves.started()) await exchange(manifest.id);
  return {
    answer(request, response) {
      const app = apps.get(OWN_ADDRESS.exec(request.url ?? '')?.[1] ?? '');
      app?.routing(request, response);
      return app !== undefined;
    },
    exchange,
    descriptions: () => [...apps.values()].map((app) => app.swagger()),
    async close() {
      await Promise.all([...apps.values()].map(closeApp));
    },
  };
}
