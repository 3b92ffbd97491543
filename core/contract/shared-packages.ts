/**
 * Packages that external plugins share with the workbench, one copy for all. Others are bundled with the plugin.
 */
export const SHARED_PACKAGES = [
  '@reelport/core',
  '@reelport/core/contract',
  'react',
  'react/jsx-runtime',
  'react-dom',
  'mobx',
  'mobx-react-lite',
  'rxjs',
  'zod',
] as const satisfies readonly string[];

const CORE = '@reelport/core/';

/** Specifiers of what plugins of the product offer begin with it: `@reelport/core/plugins/materials`. */
const PLUGIN_FACES = `${CORE}plugins/` as const;

/**
 * Specifiers of parts begin with one of these, one module per part: `@reelport/core/ui/Tabs`. The import map has only
 * these prefixes, so its size does not depend on how many parts there are.
 */
export const SHARED_PARTS = [`${CORE}ui/`, `${CORE}studio/`, PLUGIN_FACES] as const satisfies readonly string[];

/** The plugin of the product whose offers a specifier names; undefined for other specifiers. */
export function offeringPlugin(specifier: string): string | undefined {
  return specifier.startsWith(PLUGIN_FACES) ? specifier.slice(PLUGIN_FACES.length) : undefined;
}

/** What comes after `@reelport/core/` in the specifier of a part: `ui/Tabs`; undefined for others. */
export function partOf(specifier: string): string | undefined {
  return SHARED_PARTS.some((folder) => specifier.startsWith(folder)) ? specifier.slice(CORE.length) : undefined;
}

/**
 * How `requires` names an export of a part: `ui/Tabs#Tabs`. Exports of `@reelport/core` have no prefix.
 * @param part as {@link partOf} names it
 */
export function partExport(part: string, name: string): string {
  return `${part}#${name}`;
}

/** The shared module that provides an export of `requires`. */
export function moduleOfExport(required: string): string {
  const part = /^((?:ui|studio|plugins)\/[\w-]+)#/.exec(required)?.[1];
  return part === undefined ? '@reelport/core' : `${CORE}${part}`;
}
