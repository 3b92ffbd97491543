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
 * Specifiers of the standard parts begin with it, one module per part: `@reelport/core/ui/Tabs`. The import map has only
 * this prefix, so its size does not depend on how many parts there are.
 */
export const SHARED_PARTS = '@reelport/core/ui/';

/** How `requires` names an export of a part: `ui/Tabs#Tabs`. Exports of `@reelport/core` have no prefix. */
export function partExport(part: string, name: string): string {
  return `ui/${part}#${name}`;
}

/** The shared module that provides an export of `requires`. */
export function moduleOfExport(required: string): string {
  const part = /^ui\/(\w+)#/.exec(required)?.[1];
  return part === undefined ? '@reelport/core' : `${SHARED_PARTS}${part}`;
}
