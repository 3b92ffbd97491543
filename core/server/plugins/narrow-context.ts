import type { PluginManifest } from '#core/contract/plugin.ts';
import type { Providers } from '#core/server/services/providers/providers.ts';
import type { Settings } from '#core/server/services/settings/settings.ts';

import type { ServerContext } from './context.ts';
import { serverTokenName, type ServerToken } from './server-token.ts';

/**
 * The context for the server half of a plugin from outside: its log lines carry its id, its keys are its own, it can
 * read and write only its own settings, and it meets only plugins that its manifest lists under `uses`.
 */
export function narrowContext(ctx: ServerContext, { id, uses }: Pick<PluginManifest, 'id' | 'uses'>): ServerContext {
  const { settings } = ctx;
  // Settings with this prefix are deleted when the plugin is removed.
  const prefix = `plugin.${id}`;
  const own = (key: string) => {
    if (key === prefix || key.startsWith(`${prefix}.`)) return;
    throw new TypeError(`${id}: the setting "${key}" must be named "${prefix}.…"`);
  };
  const narrowed: Settings = {
    async get(definition) {
      own(definition.key);
      return await settings.get(definition);
    },
    async set(definition, value, actor) {
      own(definition.key);
      await settings.set(definition, value, actor);
    },
    async change(definition, update, actor, alongside) {
      own(definition.key);
      await settings.change(definition, update, actor, alongside);
    },
  };
  const { use, one, every } = ctx.providers;
  const providers: Providers = {
    ...{ use, one, every },
    get desk(): never {
      throw new TypeError(`${id}: services are chosen by operators; use ctx.providers.use`);
    },
  };
  const replaced: Partial<ServerContext> = {
    providers,
    log: ctx.log.child({ plugin: id }),
    settings: narrowed,
    keyFor: (purpose: string) => ctx.keyFor(`plugin/${id}/${purpose}`),
    async fire(tx, hook, what) {
      if (hook.owner !== id) throw new TypeError(`${id}: only "${hook.owner}" fires ${hook.name}`);
      await ctx.fire(tx, hook, what);
    },
    use<T>(token: ServerToken<T>): T | undefined {
      const { plugin, name } = serverTokenName(token);
      if (plugin !== id && !uses.includes(plugin)) {
        throw new TypeError(`${id}: to use ${name}, list "${plugin}" under "uses" in plugin.ts`);
      }
      return ctx.use(token);
    },
  };
  // Copies descriptors, so that lazy properties of the context stay lazy.
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(ctx),
      ...Object.getOwnPropertyDescriptors(replaced),
    },
  ) as ServerContext;
}
