import { isMessageKey, translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';

import type { Service } from '../calls.ts';

/** Every kind of service as an operator sees it. */
export async function presentServices(
  { providers, plugins }: Pick<ServerContext, 'providers' | 'plugins'>,
  language: MessageLanguage,
): Promise<Service[]> {
  const kinds = await providers.admin.list();
  const titles = new Map((await plugins.list()).map(({ manifest }) => [manifest.id, manifest.title]));
  // The texts of a plugin that was removed are not there, nor is anything else of it.
  const say = (key: string | null | undefined) =>
    key === null || key === undefined ? null : isMessageKey(key) ? translate(language, key) : key;
  return kinds.map(({ choice, adapters, ...kind }) => ({
    ...kind,
    inUse: [...kind.inUse],
    chosen: choice !== null,
    orEmbedded: choice?.orEmbedded ?? false,
    adapters: adapters.map(({ title, about, access, missing, rest, ...adapter }) => ({
      ...adapter,
      rest: rest && {
        ...{ until: rest.until.toISOString(), message: rest.message },
        problem: translate(language, `providers:rest.${rest.kind}`),
      },
      title: say(title) ?? adapter.id,
      about: say(about),
      access: access && {
        scopes: access.scopes.map((scope) => ({
          ...{ name: scope.name, about: say(scope.about) ?? '', isOptional: scope.isOptional ?? false },
        })),
        review: say(access.review) ?? '',
      },
      pluginTitle: say(titles.get(adapter.plugin)) ?? adapter.plugin,
      missing: missing.map((key) => say(titleOf(adapter.shape?.properties[key])) ?? key),
    })),
  }));
}

function titleOf(property: Readonly<Record<string, unknown>> | undefined): string | null {
  const title = property?.['title'];
  return typeof title === 'string' ? title : null;
}
