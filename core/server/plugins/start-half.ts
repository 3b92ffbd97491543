import { recordRoutes } from '#core/server/http/calls/recorded-routes.ts';
import { defineEffect } from '#core/server/services/media/effect.ts';
import { defineOperation } from '#core/server/services/media/operation.ts';
import { checkAdapters } from '#core/server/services/providers/registry/adapter-list.ts';
import type { Schedules } from '#core/server/services/schedules/create-schedules.ts';
import { checkSchedules } from '#core/server/services/schedules/schedule.ts';
import { checkedTool } from '#core/server/services/tool-runs/checked-tool.ts';
import { defineTool } from '#core/server/services/tool-runs/tool.ts';

import { ownNamed } from './collect-handlers.ts';
import { guardEffect, guardFailure, guardJob, guardOperation, guardReceiver, type WorkGuard } from './guard-half.ts';
import { guardAdapter } from './guard-provider.ts';
import { guardTool } from './guard-tool.ts';
import type { HooksService } from '#core/server/services/hooks/create-hooks.ts';
import type { OutsideContext } from './outside-context.ts';
import type { LoadedHalf, StartedHalf } from './server-halves.ts';

/**
 * Collects a half's routes, jobs, receivers, operations, effects, tools and providers,
 * and checks that their names are its own.
 * @param offers.provides names of the tokens that it offers to others
 * @param offers.hooks where its hooks and subscriptions go
 * @param offers.schedules where its schedules go
 * @throws TypeError that names what is wrong
 */
export function startHalf(
  half: LoadedHalf,
  ctx: OutsideContext,
  guard: WorkGuard,
  { provides, hooks, schedules }: { provides: readonly string[]; hooks: HooksService; schedules: Schedules },
): StartedHalf {
  const { server, manifest, calls } = half;
  const { id } = manifest;
  const routes = recordRoutes(id, calls, (registry) => server.routes?.(registry, ctx), guard.within);
  const jobs = Object.entries(server.jobs?.(ctx) ?? {});
  const told = (server.hooks?.(ctx) ?? []).map(({ hook, handle }) => ({ hook, handle }));
  const failures = Object.entries(server.failures?.(ctx) ?? {});
  for (const [name, handler] of [...jobs, ...failures]) {
    if (!name.startsWith(`${id}.`) || !/^[a-z0-9][a-z0-9.-]{0,99}$/.test(name.slice(id.length + 1))) {
      throw new TypeError(`${id}: the job "${name}" must be named "${id}.…": small letters, digits, dots and dashes`);
    }
    asFunction(id, `the handler of the job "${name}"`, handler);
  }
  const uploads = Object.entries(server.uploads?.(ctx) ?? {});
  for (const [name, receiver] of uploads) {
    if (!/^[a-z][a-z0-9-]{0,59}$/.test(name)) {
      throw new TypeError(`${id}: the upload receiver "${name}" must be named [a-z][a-z0-9-]*`);
    }
    asFunction(id, `announce of the upload receiver "${name}"`, receiver.announce);
    asFunction(id, `take of the upload receiver "${name}"`, receiver.take);
  }
  const operations = ownNamed('operation', id, (server.operations?.(ctx) ?? []).map(defineOperation));
  for (const { name, params, cost, build } of operations) {
    asFunction(id, `params.safeParse of the operation "${name}"`, params.safeParse);
    asFunction(id, `cost of the operation "${name}"`, cost);
    asFunction(id, `build of the operation "${name}"`, build);
  }
  const effects = ownNamed('effect', id, (server.effects?.(ctx) ?? []).map(defineEffect));
  for (const { name, filter } of effects) asFunction(id, `filter of the effect "${name}"`, filter);
  const tools = ownNamed('tool', id, (server.tools?.(ctx) ?? []).map(defineTool));
  for (const { name, settings, plan, make, jobs: named } of tools) {
    if (named !== undefined) throw new TypeError(`${id}: the tool "${name}" names its jobs, which only ours do`);
    asFunction(id, `settings.safeParse of the tool "${name}"`, settings.safeParse);
    asFunction(id, `plan of the tool "${name}"`, plan);
    asFunction(id, `make of the tool "${name}"`, make);
  }
  const providers = [...(server.providers?.(ctx) ?? [])];
  checkAdapters(id, providers);
  const own = jobs.map(([name]) => name);
  checkSchedules(id, server.schedules ?? [], own);
  // Last, so that a half which fails is told of nothing.
  hooks.declare(id, server.fires ?? []);
  const deliveries = Object.entries(hooks.subscribe(id, manifest.hooks, told));
  schedules.add(id, server.schedules ?? [], own);
  return {
    ...half,
    ctx,
    routes,
    provides,
    hooks: told.map(({ hook }) => hook.name),
    jobs: Object.fromEntries([...jobs, ...deliveries].map(([name, handler]) => [name, guardJob(handler, guard)])),
    failures: Object.fromEntries(failures.map(([name, handler]) => [name, guardFailure(handler, guard)])),
    uploads: Object.fromEntries(uploads.map(([name, receiver]) => [name, guardReceiver(receiver, guard)])),
    operations: operations.map((operation) => guardOperation(operation, guard)),
    effects: effects.map((effect) => guardEffect(effect, guard)),
    tools: tools.map((tool) => guardTool(checkedTool(tool), guard)),
    providers: providers.map((adapter) => guardAdapter(adapter, guard)),
  };
}

function asFunction(id: string, what: string, value: unknown): void {
  if (typeof value !== 'function') throw new TypeError(`${id}: ${what} must be a function, got ${typeof value}`);
}
