import type { GateSession } from '#core/contract/decide.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import { isIconName, type IconName } from '#core/web/components/Icon.tsx';
import { lockOfPlugin, lockOfRoute, type AccessLock } from '#core/web/lock.ts';
import type { Plugins } from '#core/web/plugins/plugins.ts';
import { WORKBENCH } from '#core/web/router/navigation-guard.ts';
import { findRoute } from '#core/web/router/route-objects.ts';

/** The sections in order; empty ones are not shown. */
const SECTIONS = ['create', 'tools', 'library', 'distribute', 'business', 'operator'] as const;
export type Section = (typeof SECTIONS)[number];

export interface MenuEntry {
  /** The plugin it belongs to; null for the start page, which comes first. */
  plugin: string | null;
  to: string;
  title: MessageKey;
  icon: IconName;
  lock: AccessLock | null;
}

export interface MenuSection {
  /** Null for what comes before all sections. */
  name: Section | null;
  entries: readonly MenuEntry[];
}

/** The menu of a session, built from the manifests alone. */
export function menuOf({ list }: Pick<Plugins, 'list'>, observed: GateSession): readonly MenuSection[] {
  // Read once, not for each of hundreds of entries.
  const { roleCode, features, operator, admitted, featureLevels } = observed;
  const session: GateSession = { roleCode, features, operator, admitted, featureLevels };
  const all = list.flatMap(({ entry: { manifest, state } }) =>
    manifest.menus.map((menu) => ({
      section: menu.section,
      order: menu.order,
      entry: {
        plugin: manifest.id,
        to: menu.to,
        title: menu.title as MessageKey,
        icon: isIconName(menu.icon) ? menu.icon : ('grid' as const),
        lock: lockOfPlugin({ state, manifest }) ?? lockOfEntry(manifest, menu.to, session),
      },
    })),
  );
  const sections: MenuSection[] = SECTIONS.map((name) => ({
    name,
    entries: all
      .filter(({ section }) => section === name)
      .sort((a, b) => a.order - b.order || a.entry.to.localeCompare(b.entry.to))
      .map(({ entry }) => entry),
  }));
  const start = list.flatMap(({ entry: { manifest } }) => manifest.routes).find(({ path }) => path === WORKBENCH);
  const top: MenuSection[] =
    start?.title === undefined
      ? []
      : [
          {
            name: null,
            entries: [{ plugin: null, to: WORKBENCH, title: start.title as MessageKey, icon: 'home', lock: null }],
          },
        ];
  return [...top, ...sections].filter(({ entries }) => entries.length > 0);
}

/**
 * The menu entry for a place: the one whose address matches; otherwise, among those of the page's plugin, the one whose
 * address has the longest common beginning.
 * @param plugin the plugin whose page is shown; null for none
 */
export function currentEntry(
  sections: readonly MenuSection[],
  path: string,
  plugin: string | null = null,
): { section: MenuSection; entry: MenuEntry } | undefined {
  for (const section of sections) {
    const found = findRoute(
      section.entries.map((entry) => ({ path: entry.to, entry })),
      path,
    );
    if (found !== undefined) return { section, entry: found.route.entry };
  }
  const [nearest] = sections
    .flatMap((section) => section.entries.map((entry) => ({ section, entry })))
    .filter(({ entry }) => entry.plugin !== null && entry.plugin === plugin)
    // A plugin's member pages do not belong to its entry for operators.
    .filter(({ section }) => section.name !== 'operator' || path.startsWith('/operator'))
    .map((found) => ({ ...found, common: commonParts(found.entry.to, path) }))
    // The sort is stable, so equal entries stay in menu order.
    .sort((a, b) => b.common - a.common);
  return nearest;
}

/** How many leading segments two paths have in common. */
function commonParts(one: string, other: string): number {
  const parts = other.toLowerCase().split('/');
  const differs = one
    .toLowerCase()
    .split('/')
    .findIndex((part, index) => part !== parts[index]);
  return differs === -1 ? one.split('/').length : differs;
}

function lockOfEntry(manifest: PluginManifest, to: string, session: GateSession): AccessLock | null {
  const route = manifest.routes.find(({ path }) => path === to);
  return route === undefined ? null : lockOfRoute(manifest, route, session);
}
