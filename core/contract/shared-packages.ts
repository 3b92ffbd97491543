/**
 * Packages that external plugins share with the workbench, one copy for all. Others are bundled with the plugin. Semi's
 * components are shared by subpath, so that only those in use are loaded.
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
