import { normalKeys } from '#core/contract/command-keys.ts';
import { ICON_NAMES } from '#core/contract/icon-names.ts';
import { matchRoute } from '#core/contract/match-route.ts';
import type { PluginManifest } from '#core/contract/plugin.ts';
import { gateOfRoute } from '#core/contract/route-gate.ts';

import type { PresentPlugin } from './inspection.ts';
import { errorFinding, warningFinding, type Finding } from './finding.ts';
import { patternsOverlap, reachesUnder } from './pattern-overlap.ts';

/** Prefixes reserved for the server or for the product. */
const HOST_PREFIXES = [
  '/api',
  '/nodeapi',
  '/anon',
  '/oauth',
  '/plugin-files',
  '/shared',
  '/files',
  '/assets',
  '/locales',
  '/docs',
  '/health',
  '/metrics',
  '/login',
  '/home',
  '/lowVersionBrowser',
  '/plugin-frame',
];
/** Keys of the shell's own commands. */
const SHELL = 'shell';
const SHELL_KEYS = ['mod+k', '?', 'mod+b'];

/** What is wrong with the addresses, menu entries, commands and dialogs that a plugin would add. */
export function inspectPages(
  manifest: PluginManifest,
  others: readonly PresentPlugin[],
  serverPaths: readonly string[],
): Finding[] {
  return [
    ...manifest.routes.flatMap(({ path }) => inspectPath(path, others, serverPaths)),
    ...manifest.routes
      .filter((route) => reachesUnder(route.path, '/operator') && !gateOfRoute(manifest, route).operator)
      .map(({ path }) => errorFinding('core:plugin.finding-operator-route', { path })),
    ...inspectMenus(manifest),
    ...inspectCommands(manifest, others),
    ...repeated([
      ...manifest.routes.map(({ path }) => path.toLowerCase()),
      ...manifest.commands.map(({ id }) => `command ${id}`),
      ...manifest.dialogs.map(({ name }) => `dialog ${name}`),
      ...manifest.provides.map((token) => `token ${token}`),
    ]).map((name) => errorFinding('core:plugin.finding-twice', { name })),
  ];
}

function inspectPath(path: string, others: readonly PresentPlugin[], serverPaths: readonly string[]): Finding[] {
  const [first] = path.split('/').filter((part) => part !== '');
  // A pattern that matches any address would answer for missing pages.
  if (first === undefined || first.startsWith(':')) return [errorFinding('core:plugin.finding-any-route', { path })];
  if (
    HOST_PREFIXES.some((prefix) => reachesUnder(path, prefix)) ||
    serverPaths.some((own) => patternsOverlap(path, own))
  ) {
    return [errorFinding('core:plugin.finding-host-route', { path })];
  }
  const owner = others.find(({ manifest }) => manifest.routes.some((route) => patternsOverlap(path, route.path)));
  return owner === undefined ? [] : [errorFinding('core:plugin.finding-route', { path, plugin: owner.manifest.id })];
}

function inspectMenus({ menus, routes }: PluginManifest): Finding[] {
  return menus.flatMap(({ to, icon }) => [
    ...(routes.some(({ path }) => matchRoute(path, to) !== undefined)
      ? []
      : [errorFinding('core:plugin.finding-menu', { path: to })]),
    ...((ICON_NAMES as readonly string[]).includes(icon)
      ? []
      : [warningFinding('core:plugin.finding-icon', { path: to, icon })]),
  ]);
}

function inspectCommands({ commands }: PluginManifest, others: readonly PresentPlugin[]): Finding[] {
  return commands.flatMap(({ id, keys }) => {
    if (keys === undefined) return [];
    const wanted = normalKeys(keys);
    const owner = others.find(({ manifest }) =>
      manifest.commands.some((command) => command.keys !== undefined && normalKeys(command.keys) === wanted),
    );
    const isShells = SHELL_KEYS.includes(wanted);
    if (owner === undefined && !isShells) return [];
    const params = { command: id, keys, plugin: owner?.manifest.id ?? SHELL };
    // The product's shortcuts cannot be taken; of two plugins from outside the earlier one keeps them.
    const finding = isShells || owner?.source === undefined ? errorFinding : warningFinding;
    return [finding('core:plugin.finding-keys', params)];
  });
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) < index))];
}
