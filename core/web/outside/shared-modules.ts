/**
 * The packages that the workbench shares with external plugins: one copy for all, fetched when the first plugin imports
 * it. The names are those of `core/contract/shared-packages.ts`.
 */
const SHARED: Readonly<Record<string, () => Promise<object>>> = {
  '@reelport/core': () => import('#core/index.ts'),
  '@reelport/core/contract': () => import('#core/contract/index.ts'),
  react: () => import('react'),
  'react/jsx-runtime': () => import('react/jsx-runtime'),
  'react-dom': () => import('react-dom'),
  mobx: () => import('./shared-mobx.ts'),
  'mobx-react-lite': () => import('mobx-react-lite'),
  rxjs: () => import('rxjs'),
  zod: () => import('./shared-zod.ts'),
  // Semi's components one by one: its barrel file would load them all.
  '@douyinfe/semi-ui-19/lib/es/button': () => import('@douyinfe/semi-ui-19/lib/es/button'),
  '@douyinfe/semi-ui-19/lib/es/input': () => import('@douyinfe/semi-ui-19/lib/es/input'),
  '@douyinfe/semi-ui-19/lib/es/inputNumber': () => import('@douyinfe/semi-ui-19/lib/es/inputNumber'),
  '@douyinfe/semi-ui-19/lib/es/select': () => import('@douyinfe/semi-ui-19/lib/es/select'),
  '@douyinfe/semi-ui-19/lib/es/switch': () => import('@douyinfe/semi-ui-19/lib/es/switch'),
  '@douyinfe/semi-ui-19/lib/es/table': () => import('@douyinfe/semi-ui-19/lib/es/table'),
  '@douyinfe/semi-ui-19/lib/es/tabs': () => import('@douyinfe/semi-ui-19/lib/es/tabs'),
  '@douyinfe/semi-ui-19/lib/es/tag': () => import('@douyinfe/semi-ui-19/lib/es/tag'),
  '@douyinfe/semi-ui-19/lib/es/slider': () => import('@douyinfe/semi-ui-19/lib/es/slider'),
  '@douyinfe/semi-ui-19/lib/es/upload': () => import('@douyinfe/semi-ui-19/lib/es/upload'),
};

declare global {
  /** Lets the files under `/shared/` get the workbench's own copy of a package. */
  var __reelportShare: ((name: string) => Promise<object>) | undefined;
}

/**
 * Gives the files under `/shared/`, which the page's import map points to, access to the workbench's own packages.
 * @returns fetches one of them
 */
export function shareModules(): (name: string) => Promise<object> {
  globalThis.__reelportShare ??= (name) => {
    const load = Object.hasOwn(SHARED, name) ? SHARED[name] : undefined;
    return load?.() ?? Promise.reject(new TypeError(`"${name}" is not shared`));
  };
  return globalThis.__reelportShare;
}
