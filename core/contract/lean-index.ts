import type { PluginEntry } from './plugin-index.ts';
import type { PluginManifest, PluginManifestInput } from './plugin.ts';

// Every start reads the plugin index, so default values are omitted from its manifests. Without zod, because the
// browser half starts without it.

/** A manifest without its defaults. */
export type LeanManifest = Omit<PluginManifestInput, 'settings'> & { settings?: PluginManifest['settings'] };
/** An index entry as sent to browsers. */
export type LeanEntry = Omit<PluginEntry, 'manifest'> & { manifest: LeanManifest };

const EMPTY = {
  uses: [],
  routes: [],
  menus: [],
  commands: [],
  dialogs: [],
  slots: [],
  subscriptions: [],
  provides: [],
  hooks: [],
  features: [],
};
const MANIFEST = { ...EMPTY, grants: [], gate: {}, settings: { account: null, operator: null }, budget: 40 };
const GATE: PluginManifest['gate'] = { login: true, roles: null, feature: null, operator: false, tiers: {} };
const ROUTE = { frame: 'workbench' } as const;
const DIALOG = { width: 680, dismissible: true };
const GRANT = { optional: false };

/** Converts an entry to the form that is sent. Pure. */
export function leanEntry(entry: PluginEntry): LeanEntry {
  const { manifest } = entry;
  const { gate, routes, dialogs, grants } = manifest;
  const parts = {
    gate: without(gate, GATE),
    routes: routes.map((route) => without(route, ROUTE)),
    dialogs: dialogs.map((dialog) => without(dialog, DIALOG)),
    grants: grants.map((grant) => without(grant, GRANT)),
  };
  return { ...entry, manifest: without({ ...manifest, ...parts }, MANIFEST) as LeanManifest };
}

/** Fills in all defaults of an entry's manifest. Pure. */
export function wholeEntry(entry: LeanEntry): PluginEntry {
  const { manifest: lean } = entry;
  const { gate, routes = [], dialogs = [], grants = [] } = lean;
  const manifest: PluginManifest = {
    ...MANIFEST,
    ...lean,
    gate: { ...GATE, ...gate },
    routes: routes.map((route) => ({ ...ROUTE, ...route })),
    dialogs: dialogs.map((dialog) => ({ ...DIALOG, ...dialog })),
    grants: grants.map((grant) => ({ ...GRANT, ...grant })),
  };
  return { ...entry, manifest };
}

function without(whole: object, defaults: Readonly<Record<string, unknown>>): object {
  const kept = Object.entries(whole).filter(
    ([key, value]) => !(key in defaults && JSON.stringify(value) === JSON.stringify(defaults[key])),
  );
  return Object.fromEntries(kept);
}
