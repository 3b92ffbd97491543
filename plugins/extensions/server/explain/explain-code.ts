import { createHash } from 'node:crypto';

import { unmetRequirements, unmetWords } from '#core/contract/requires.ts';
import { SDK_SURFACE } from '#core/contract/sdk-surface.ts';
import type { PluginSource } from '#core/contract/plugin-index.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { KnownPlugin } from '#core/server/services/plugin-registry/plugins.ts';

import { nameOf, originOf } from '../present-extension.ts';
import type { Link } from './link.ts';

/** Where a plugin's code comes from, whether it is what was installed, and whether it fits this workbench. */
export async function explainCode(ctx: ServerContext, plugin: KnownPlugin, reader: Reader): Promise<Link[]> {
  const { source } = plugin;
  if (source === undefined) {
    return [
      { step: 'source', ok: true, key: 'extensions:why.shipped', params: {}, facts: { origin: 'shipped' } },
      { step: 'integrity', ok: true, key: 'extensions:why.own-files', params: {}, facts: {} },
      { step: 'requires', ok: true, key: 'extensions:why.own-build', params: {}, facts: {} },
    ];
  }
  return [
    await sourceLink(ctx, plugin, reader),
    await integrityLink(ctx, plugin.manifest.id, source),
    requiresLink(source),
  ];
}

/** Who reads it. */
interface Reader {
  language: MessageLanguage;
  /** The operator’s account. */
  viewer: string;
}

async function sourceLink(ctx: ServerContext, plugin: KnownPlugin, { language, viewer }: Reader): Promise<Link> {
  const versions = await ctx.plugins.versions(plugin.manifest.id, viewer);
  const current = versions.find((version) => version.current);
  const origin = originOf(plugin);
  const by = await nameOf(ctx, current?.installedBy ?? '', language);
  return {
    ...{ step: 'source', ok: true },
    key: origin === 'developer' ? 'extensions:why.pushed' : 'extensions:why.installed',
    params: { by, from: current?.source ?? '' },
    facts: {
      ...{ origin, from: current?.source ?? null, at: current?.installedAt.toISOString() ?? null, by },
      ...{ proven: current?.proven ?? false, untrusted: plugin.source?.untrusted ?? false },
    },
  };
}

/** Reads the stored files again, to know what browsers would refuse before one tries. */
async function integrityLink(
  ctx: ServerContext,
  id: string,
  { web, styles }: Pick<PluginSource, 'web' | 'styles'>,
): Promise<Link> {
  const damaged: string[] = [];
  for (const file of [web, styles]) {
    if (file === null) continue;
    const [version = '', ...path] = file.url.split('/').slice(3);
    const kept = await ctx.plugins.file(id, version, path.join('/'));
    const hash = kept === undefined ? '' : `sha384-${createHash('sha384').update(kept.bytes).digest('base64')}`;
    if (hash !== file.integrity) damaged.push(path.join('/'));
  }
  const ok = damaged.length === 0;
  return {
    ...{ step: 'integrity', ok },
    key: ok ? 'extensions:why.intact' : 'extensions:why.damaged',
    params: { files: damaged.join(', ') },
    facts: { web: web?.integrity ?? null, styles: styles?.integrity ?? null, damaged },
  };
}

function requiresLink({ requires }: Pick<PluginSource, 'requires'>): Link {
  const missing = unmetRequirements(requires, SDK_SURFACE).map(unmetWords);
  const ok = missing.length === 0;
  return {
    ...{ step: 'requires', ok },
    key: ok ? 'extensions:why.fits' : 'extensions:why.lacks',
    params: { missing: missing.join(', ') },
    facts: { missing, ...requires },
  };
}
