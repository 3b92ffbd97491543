/**
 * Packages that plugins from outside share with the workbench, one copy for all. Anything else is built into the
 * plugin. Parts of Semi come by subpath, so that only those that are used are loaded.
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
  ...['button', 'input', 'inputNumber', 'select', 'switch', 'table', 'tabs', 'tag', 'slider', 'upload'].map(
    (part) => `@douyinfe/semi-ui-19/lib/es/${part}`,
  ),
] as const satisfies readonly string[];
