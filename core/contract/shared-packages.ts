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

/**
 * Specifiers of the standard parts begin with one of these, one module per part: `@reelport/core/ui/Tabs`. The import
 * map has only these prefixes, so its size does not depend on how many parts there are.
 */
export const SHARED_PARTS = ['@reelport/core/ui/', '@reelport/core/studio/'] as const satisfies readonly string[];

const CORE = '@reelport/core/';

/** What comes after `@reelport/core/` in the specifier of a standard part: `ui/Tabs`; undefined for others. */
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
  const part = /^((?:ui|studio)\/\w+)#/.exec(required)?.[1];
  return part === undefined ? '@reelport/core' : `${CORE}${part}`;
}
