import type { PluginSource } from '#core/contract/plugin-index.ts';
import type { PluginPackage } from '#core/contract/plugin-package.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import type { Level } from '#core/contract/tiers.ts';

/** A plugin that is here already, as far as an inspection goes by it. */
export interface PresentPlugin {
  manifest: PluginManifest;
  /** Present for a plugin from outside. */
  source?: PluginSource;
  /** What operators chose, by tier. */
  tiers: Partial<Record<Level, 'on' | 'locked' | 'hidden'>>;
}

/** What an installation would do, from the package alone: no code of it is loaded. */
export interface Inspection {
  package: PluginPackage;
  /** `new`, or how it compares with the version that is installed. */
  change: 'new' | 'update' | 'downgrade' | 'same';
  installed: string | null;
  /** Menu entries, titles and commands in both languages, by whole key. */
  texts: { zh: Record<string, string>; en: Record<string, string> };
  bytes: { packed: number; web: number; styles: number; texts: number; server: number };
  /** Grants that the installed version was not given, by key; all of them for a new plugin. */
  newGrants: string[];
  /** What stands in its way, as message keys with parameters: `error` refuses the installation, `warning` does not. */
  findings: { level: 'error' | 'warning'; code: string; params: Record<string, string | number> }[];
  /** What each tier would see of it. */
  tiers: Record<Level, 'ready' | 'locked' | 'hidden'>;
}
