/**
 * What plugins from outside import and the workbench gives them: one copy for everybody. Each is fetched when the
 * first plugin imports it. The names are those of `core/contract/shared-packages.ts`.
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
  // Parts of Semi one by one: its barrel would bring them all.
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
  /** What the files under `/shared/` get the workbench's own copy of a package by. */
  var __reelportShare: ((name: string) => Promise<object>) | undefined;
}

/**
 * Lets the files under `/shared/`, to which the import map of the page leads, reach the workbench's own packages.
 * @returns fetches one of them
 */
export function shareModules(): (name: string) => Promise<object> {
  globalThis.__reelportShare ??= (name) => {
    const load = Object.hasOwn(SHARED, name) ? SHARED[name] : undefined;
    return load?.() ?? Promise.reject(new TypeError(`"${name}" is not shared`));
  };
  return globalThis.__reelportShare;
}
