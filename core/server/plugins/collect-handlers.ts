import type { HooksService } from '#core/server/services/hooks/create-hooks.ts';
import type { FailureHandler, JobHandler } from '#core/server/services/jobs/jobs.ts';
import type { Effect } from '#core/server/services/media/effect.ts';
import type { Operation } from '#core/server/services/media/operation.ts';
import type { AnyTool } from '#core/server/services/tool-runs/tool.ts';

import type { ServerContext } from './context.ts';
import type { ServerPlugin } from './server-plugin.ts';

/**
 * The job handlers of all plugins by name.
 * @throws TypeError when a name does not begin with its plugin's id, or has two handlers
 */
export function collectHandlers(plugins: readonly ServerPlugin[], ctx: ServerContext): Record<string, JobHandler> {
  const handlers: Record<string, JobHandler> = {};
  for (const { manifest, jobs } of plugins) {
    for (const [name, handler] of Object.entries(jobs?.(ctx) ?? {})) {
      if (!name.startsWith(`${manifest.id}.`)) {
        throw new TypeError(`job "${name}" of the plugin "${manifest.id}" must be named "${manifest.id}.${name}"`);
      }
      if (name in handlers) {
        throw new TypeError(`job "${name}" has two handlers; rename one of them`);
      }
      handlers[name] = handler;
    }
  }
  return handlers;
}

/**
 * Adds the hooks of all plugins and what they want to be told of.
 * @returns the handlers of the jobs by which they are told
 */
export function collectHooks(
  plugins: readonly ServerPlugin[],
  ctx: ServerContext,
  hooks: HooksService,
): Record<string, JobHandler> {
  for (const { manifest, fires = [] } of plugins) hooks.declare(manifest.id, fires);
  const told = plugins.map(({ manifest, hooks: own }) =>
    hooks.subscribe(manifest.id, manifest.hooks, own?.(ctx) ?? []),
  );
  return Object.assign({}, ...told) as Record<string, JobHandler>;
}

/** The failure handlers of all plugins, by the job's name. */
export function collectFailures(plugins: readonly ServerPlugin[], ctx: ServerContext): Record<string, FailureHandler> {
  return Object.assign({}, ...plugins.map(({ failures }) => failures?.(ctx) ?? {})) as Record<string, FailureHandler>;
}

/**
 * The render operations of all plugins.
 * @throws TypeError when a name does not begin with its plugin's id, or occurs twice
 */
export function collectOperations(plugins: readonly ServerPlugin[], ctx: ServerContext): Operation[] {
  return plugins.flatMap(({ manifest: { id }, operations }) => ownNamed('operation', id, operations?.(ctx) ?? []));
}

/**
 * The render effects of all plugins.
 * @throws TypeError when a name does not begin with its plugin's id, or occurs twice
 */
export function collectEffects(plugins: readonly ServerPlugin[], ctx: ServerContext): Effect[] {
  return plugins.flatMap(({ manifest: { id }, effects }) => ownNamed('effect', id, effects?.(ctx) ?? []));
}

/**
 * The tools of all plugins.
 * @throws TypeError when a name does not begin with its plugin's id, or occurs twice
 */
export function collectTools(plugins: readonly ServerPlugin[], ctx: ServerContext): AnyTool[] {
  return plugins.flatMap(({ manifest: { id }, tools }) => ownNamed('tool', id, tools?.(ctx) ?? []));
}

/** What plugins bring that is found by its name; job handlers by theirs. */
export interface Named {
  jobs: Record<string, JobHandler>;
  operations: readonly Operation[];
  effects: readonly Effect[];
  tools: readonly AnyTool[];
}

/**
 * All that plugins bring by name.
 * @throws TypeError when a name does not begin with its plugin's id, or occurs twice
 */
export function collectNamed(plugins: readonly ServerPlugin[], ctx: ServerContext): Named {
  return {
    jobs: collectHandlers(plugins, ctx),
    operations: collectOperations(plugins, ctx),
    effects: collectEffects(plugins, ctx),
    tools: collectTools(plugins, ctx),
  };
}

/** @throws TypeError when a name does not begin with the plugin's id, or occurs twice */
export function ownNamed<T extends { name: string }>(
  what: 'operation' | 'effect' | 'tool',
  id: string,
  things: readonly T[],
): readonly T[] {
  const names = new Set<string>();
  for (const { name } of things) {
    if (!name.startsWith(`${id}.`)) {
      throw new TypeError(`${what} "${name}" of the plugin "${id}" must be named "${id}.…"; rename it`);
    }
    if (names.has(name)) throw new TypeError(`${what} "${name}" is registered twice; rename one of them`);
    names.add(name);
  }
  return things;
}
