import { EVENTS } from '../events/events.ts';
import { HTTP } from '../http/http.ts';
import { I18N } from '../i18n/i18n.ts';
import type { PluginContext } from '../plugin-context.ts';
import { SESSION } from '../session/session.ts';
import { FollowedToolRun } from './FollowedToolRun.ts';

/** Runs of a plugin that are kept as they were left. */
const MAX = 8;

interface Kept {
  ownerId: string | null;
  /** The one that was opened last comes last. */
  runs: Map<string, FollowedToolRun>;
}

/** By the plugin, for as long as it is active. */
const keptBy = new WeakMap<PluginContext, Kept>();

/**
 * A run of a plugin's tool; those opened last are kept, so that whoever returns finds what he chose and where he was.
 * @param ownerId the user whose they are: those of another one are forgotten
 */
export function keptRun(
  context: PluginContext,
  id: string,
  ownerId = context.get(SESSION).user?.id ?? null,
): FollowedToolRun {
  const before = keptBy.get(context);
  const kept = before?.ownerId === ownerId ? before : { ownerId, runs: new Map<string, FollowedToolRun>() };
  keptBy.set(context, kept);
  const { runs } = kept;
  const services = { http: context.get(HTTP), events: context.get(EVENTS), i18n: context.get(I18N) };
  const run = runs.get(id) ?? new FollowedToolRun(id, { scope: context.scope, ...services });
  runs.delete(id);
  runs.set(id, run);
  for (const oldest of runs.keys()) {
    if (runs.size <= MAX) break;
    runs.delete(oldest);
  }
  return run;
}
