import type { ServerHalves, StartedHalf } from '#core/server/plugins/server-halves.ts';
import type { JobsService } from '#core/server/services/jobs/create-jobs.ts';
import type { EffectRegistry } from '#core/server/services/media/effect-registry.ts';
import type { OperationRegistry } from '#core/server/services/media/operation-registry.ts';
import type { ProvidersService } from '#core/server/services/providers/registry/create-providers.ts';
import type { ToolRunsService } from '#core/server/services/tool-runs/create-tool-runs.ts';

/** The services to which server halves bring something. */
export interface HalfPlaces {
  media: { readonly operations: OperationRegistry; readonly effects: EffectRegistry };
  providers: Pick<ProvidersService, 'register'>;
  toolRuns: Pick<ToolRunsService, 'add' | 'forget' | 'handlers' | 'failures'>;
  jobs: Pick<JobsService, 'exchange'>;
}

/** Puts what a half brings where services find it, all but its jobs. @throws TypeError for what is there already */
export function placeHalf({ media, providers, toolRuns }: Omit<HalfPlaces, 'jobs'>, half: StartedHalf): void {
  providers.register(half.manifest.id, half.providers);
  media.operations.add(half.operations);
  media.effects.add(half.effects);
  toolRuns.add(half.tools);
}

/** Puts what a half brings now in place of what it brought before; nothing when it has failed. */
export async function exchangeHalf(
  places: HalfPlaces,
  halves: Pick<ServerHalves, 'started' | 'attempt'>,
  id: string,
): Promise<void> {
  const { media, providers, toolRuns, jobs } = places;
  media.operations.remove(id);
  media.effects.remove(id);
  toolRuns.forget(id);
  providers.register(id, []);
  const half = halves.started().find(({ manifest }) => manifest.id === id);
  const isPlaced = await halves.attempt(id, () => {
    if (half !== undefined) placeHalf(places, half);
    return half !== undefined;
  });
  const own = <T>(handlers: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(handlers).filter(([name]) => name.startsWith(`${id}.`)));
  await jobs.exchange(
    id,
    isPlaced === true ? { ...own(toolRuns.handlers()), ...half?.jobs } : {},
    isPlaced === true ? { ...own(toolRuns.failures()), ...half?.failures } : {},
  );
}
