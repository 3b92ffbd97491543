import { grantKey } from '#core/contract/grants.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { KnownPlugin } from '#core/server/services/plugin-registry/plugins.ts';

import { serverOf } from '../present-extension.ts';
import type { Link } from './link.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
const MAX_FAULTS = 200;

/** What a plugin was granted, how its server half is, and what went wrong lately. */
export async function explainState(ctx: ServerContext, plugin: KnownPlugin, viewer: string): Promise<Link[]> {
  return [await grantsLink(ctx, plugin, viewer), serverLink(plugin), await faultsLink(ctx, plugin.manifest)];
}

async function grantsLink(ctx: ServerContext, { manifest, source }: KnownPlugin, viewer: string): Promise<Link> {
  if (source === undefined) {
    return { step: 'grants', ok: true, key: 'extensions:why.grants-own', params: {}, facts: {} };
  }
  const ledger = await ctx.plugins.ledger(manifest.id, viewer);
  const keys = (entries: typeof ledger): string[] => entries.map(({ grant }) => grantKey(grant));
  const refused = keys(ledger.filter(({ given, changed }) => !given && !changed));
  const waiting = keys(ledger.filter(({ changed }) => changed));
  const given = ledger.filter((entry) => entry.given).length;
  return {
    ...{ step: 'grants', ok: given === ledger.length },
    key:
      ledger.length === 0
        ? 'extensions:why.grants-none'
        : waiting.length > 0
          ? 'extensions:why.grants-waiting'
          : refused.length === 0
            ? 'extensions:why.grants-all'
            : 'extensions:why.grants-refused',
    params: { given, asked: ledger.length, refused: refused.join(', '), waiting: waiting.join(', ') },
    facts: { given, asked: ledger.length, refused, waiting },
  };
}

function serverLink(plugin: KnownPlugin): Link {
  const { blocked, source, manifest, waiting } = plugin;
  const half = serverOf(plugin);
  const changed = waiting?.calls ?? [];
  const facts = { calls: source?.calls ?? null, details: blocked?.details ?? [], changed: [...changed] };
  const link = (key: Link['key'], ok: boolean): Link => ({
    ...{ step: 'server', ok, key, facts },
    params: { plugin: manifest.id, problem: half?.problem ?? '', calls: changed.join(', ') },
  });
  if (blocked?.reason === 'update') return link('extensions:why.server-other', false);
  if (source === undefined) return link('extensions:why.server-own', true);
  if (half === null) return link('extensions:why.server-none', true);
  if (changed.length > 0) return link('extensions:why.server-calls', false);
  if (half.state === 'running') return link('extensions:why.server-runs', true);
  return link(half.state === 'failed' ? 'extensions:why.server-failed' : 'extensions:why.server-missing', false);
}

/** Faults of earlier versions, or of those rolled back, say nothing about the current one. */
async function faultsLink(ctx: ServerContext, { id, version }: KnownPlugin['manifest']): Promise<Link> {
  const dayAgo = ctx.clock.now().getTime() - DAY_MILLISECONDS;
  const faults = (await ctx.plugins.faults(id, MAX_FAULTS)).filter(
    (fault) => (fault.version === version || fault.phase === 'server') && fault.at.getTime() >= dayAgo,
  );
  const [last] = faults;
  return {
    ...{ step: 'faults', ok: faults.length === 0 },
    key: last === undefined ? 'extensions:why.faults-none' : 'extensions:why.faults',
    params: { count: faults.length, phase: last?.phase ?? '', message: last?.message.split('\n', 1)[0] ?? '' },
    facts: {
      count: faults.length,
      last: last === undefined ? null : { phase: last.phase, message: last.message, at: last.at.toISOString() },
    },
  };
}
