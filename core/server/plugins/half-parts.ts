import type { HalfParts } from '#core/server/services/plugin-registry/half-state.ts';
import type { ProviderAdapter } from '#core/server/services/providers/provider-adapter.ts';
import type { Schedule } from '#core/server/services/schedules/schedule.ts';

interface Named {
  name: string;
}

/** What a server half brings. */
interface Brought {
  /** How many calls it answers. */
  routes: number;
  jobs: readonly string[];
  uploads: readonly string[];
  operations: readonly Named[];
  effects: readonly Named[];
  tools: readonly Named[];
  providers: readonly ProviderAdapter[];
  provides: readonly string[];
  hooks: readonly string[];
  schedules: readonly Schedule[] | undefined;
}

/** What a server half brings, as operators read it. */
export function halfParts(brought: Brought): HalfParts {
  const { routes, jobs, uploads, operations, effects, tools, providers, provides, hooks, schedules = [] } = brought;
  const names = (items: readonly Named[]) => items.map(({ name }) => name);
  return {
    ...{ routes, jobs: [...jobs], uploads: [...uploads], provides: [...provides], hooks: [...hooks] },
    ...{ operations: names(operations), effects: names(effects), tools: names(tools) },
    providers: providers.map(({ id, kind }) => `${id} (${kind})`),
    schedules: schedules.map(({ name, cron, zone }) => `${name} (${cron}, ${zone})`),
  };
}
