import { decide, type GateSession } from '#core/contract/decide.ts';
import { bestMatch } from '#core/contract/match-route.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import { gateOfRoute } from '#core/contract/route-gate.ts';
import type { FeatureId, Level } from '#core/contract/tiers.ts';
import { isIconName, type IconName } from '#core/web/components/Icon.tsx';
import type { Plugins } from '#core/web/plugins/plugins.ts';
import { WORKBENCH } from '#core/web/router/navigation-guard.ts';

/** The sections in their order; those without an entry are not drawn. */
const SECTIONS = ['create', 'tools', 'library', 'distribute', 'business', 'operator'] as const;
export type Section = (typeof SECTIONS)[number];

/** What would open an entry that is locked. */
export interface EntryLock {
  feature: FeatureId | null;
  level: Level | null;
}

export interface MenuEntry {
  to: string;
  title: MessageKey;
  icon: IconName;
  lock: EntryLock | null;
}

export interface MenuSection {
  /** Null for what stands above all sections. */
  name: Section | null;
  entries: readonly MenuEntry[];
}

/** The menu of a session, from the manifests alone. */
export function menuOf({ list }: Pick<Plugins, 'list'>, session: GateSession): readonly MenuSection[] {
  const all = list.flatMap(({ entry: { manifest, state } }) =>
    manifest.menus.map((menu) => ({
      section: menu.section,
      order: menu.order,
      entry: {
        to: menu.to,
        title: menu.title as MessageKey,
        icon: isIconName(menu.icon) ? menu.icon : ('grid' as const),
        lock:
          state.name === 'locked'
            ? { feature: state.feature as FeatureId | null, level: state.unlockedBy }
            : lockOf(manifest, menu.to, session),
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
      : [{ name: null, entries: [{ to: WORKBENCH, title: start.title as MessageKey, icon: 'home', lock: null }] }];
  return [...top, ...sections].filter(({ entries }) => entries.length > 0);
}

/** The entry that a place belongs to. */
export function currentEntry(
  sections: readonly MenuSection[],
  path: string,
): { section: MenuSection; entry: MenuEntry } | undefined {
  for (const section of sections) {
    const match = bestMatch(
      section.entries.map((entry) => ({ path: entry.to, entry })),
      path,
    );
    if (match !== undefined) return { section, entry: match.item.entry };
  }
  return undefined;
}

function lockOf(manifest: PluginManifest, to: string, session: GateSession): EntryLock | null {
  const route = manifest.routes.find(({ path }) => path === to);
  if (route === undefined) return null;
  const decision = decide(gateOfRoute(manifest, route), session);
  if (decision.allowed || decision.reason !== 'feature') return null;
  return { feature: decision.feature as FeatureId, level: decision.unlockedBy };
}
