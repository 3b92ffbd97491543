/**
 * The packages that the workbench shares with external plugins: one copy for all, fetched when the first plugin imports
 * it. The names are those of `core/contract/shared-packages.ts`, and of the parts in `core/package.json`.
 */
const SHARED: Readonly<Record<string, () => Promise<object>>> = {
  // Every plugin imports it: it comes with this file.
  '@reelport/core': () => import(/* webpackMode: 'eager' */ '#core/index.ts'),
  '@reelport/core/contract': () => import('#core/contract/index.ts'),
  react: () => import('react'),
  'react/jsx-runtime': () => import('react/jsx-runtime'),
  'react-dom': () => import('react-dom'),
  mobx: () => import(/* webpackMode: 'eager' */ './shared-mobx.ts'),
  'mobx-react-lite': () => import('mobx-react-lite'),
  rxjs: () => import('rxjs'),
  zod: () => import('./shared-zod.ts'),
  // Small parts come together: each file more is named in the start of every page.
  '@reelport/core/plugins/landing': () => import(/* webpackChunkName: 'offers' */ '#core/plugins/landing.ts'),
  '@reelport/core/plugins/materials': () => import(/* webpackChunkName: 'offers' */ '#core/plugins/materials.ts'),
  '@reelport/core/plugins/mixing': () => import(/* webpackChunkName: 'offers' */ '#core/plugins/mixing.ts'),
  '@reelport/core/plugins/workbench': () => import(/* webpackChunkName: 'offers' */ '#core/plugins/workbench.ts'),
  '@reelport/core/studio/BatchList': () => import(/* webpackChunkName: 'studio' */ '../studio/BatchList.tsx'),
  '@reelport/core/studio/BatchToolPage': () => import(/* webpackChunkName: 'studio' */ '../tools/BatchToolPage.tsx'),
  '@reelport/core/studio/BeforeAfter': () => import(/* webpackChunkName: 'studio' */ '../studio/BeforeAfter.tsx'),
  '@reelport/core/studio/BoxStage': () => import(/* webpackChunkName: 'studio' */ '../studio/BoxStage.tsx'),
  '@reelport/core/studio/ComparedPlayer': () => import(/* webpackChunkName: 'studio' */ '../studio/ComparedPlayer.tsx'),
  '@reelport/core/studio/HoverScrub': () => import(/* webpackChunkName: 'studio' */ '../studio/HoverScrub.tsx'),
  '@reelport/core/studio/LivePreview': () => import(/* webpackChunkName: 'studio' */ '../studio/LivePreview.tsx'),
  '@reelport/core/studio/StudioPlayer': () => import(/* webpackChunkName: 'studio' */ '../studio/StudioPlayer.tsx'),
  '@reelport/core/studio/Timeline': () => import(/* webpackChunkName: 'studio' */ '../studio/Timeline.tsx'),
  '@reelport/core/studio/ToolRunView': () => import(/* webpackChunkName: 'studio' */ '../runs/ToolRunView.tsx'),
  '@reelport/core/studio/VideoEditor': () => import(/* webpackChunkName: 'studio' */ '../tools/VideoEditor.tsx'),
  '@reelport/core/ui/Chart': () => import('../ui/chart/Chart.tsx'),
  '@reelport/core/ui/Checkbox': () => import(/* webpackChunkName: 'fields' */ '../ui/Checkbox.tsx'),
  '@reelport/core/ui/Chip': () => import(/* webpackChunkName: 'parts' */ '../components/Chip.tsx'),
  '@reelport/core/ui/ColorField': () => import(/* webpackChunkName: 'fields' */ '../ui/ColorField.tsx'),
  '@reelport/core/ui/DateField': () => import('../ui/DateField.tsx'),
  '@reelport/core/ui/DropZone': () => import(/* webpackChunkName: 'parts' */ '../ui/DropZone.tsx'),
  '@reelport/core/ui/DropdownMenu': () => import(/* webpackChunkName: 'floating' */ '../ui/DropdownMenu.tsx'),
  '@reelport/core/ui/Empty': () => import(/* webpackChunkName: 'parts' */ '../ui/Empty.tsx'),
  '@reelport/core/ui/FactList': () => import(/* webpackChunkName: 'parts' */ '../ui/FactList.tsx'),
  '@reelport/core/ui/Field': () => import(/* webpackChunkName: 'parts' */ '../ui/Field.tsx'),
  '@reelport/core/ui/Form': () => import(/* webpackChunkName: 'parts' */ '../ui/Form.tsx'),
  '@reelport/core/ui/ListEnd': () => import(/* webpackChunkName: 'list' */ '../ui/list/ListEnd.tsx'),
  '@reelport/core/ui/ListFilterParts': () => import(/* webpackChunkName: 'list' */ '../ui/list/ListFilterParts.tsx'),
  '@reelport/core/ui/ListPage': () => import(/* webpackChunkName: 'list' */ '../ui/list/ListPage.tsx'),
  '@reelport/core/ui/Notice': () => import(/* webpackChunkName: 'parts' */ '../ui/Notice.tsx'),
  '@reelport/core/ui/NumberField': () => import(/* webpackChunkName: 'fields' */ '../ui/NumberField.tsx'),
  '@reelport/core/ui/PageFrame': () => import(/* webpackChunkName: 'parts' */ '../ui/PageFrame.tsx'),
  '@reelport/core/ui/Pagination': () => import(/* webpackChunkName: 'parts' */ '../ui/Pagination.tsx'),
  '@reelport/core/ui/Popover': () => import(/* webpackChunkName: 'floating' */ '../ui/Popover.tsx'),
  '@reelport/core/ui/RadioGroup': () => import(/* webpackChunkName: 'fields' */ '../ui/RadioGroup.tsx'),
  '@reelport/core/ui/ReadOnly': () => import(/* webpackChunkName: 'parts' */ '../ui/ReadOnly.tsx'),
  '@reelport/core/ui/Select': () => import(/* webpackChunkName: 'fields' */ '../ui/Select.tsx'),
  '@reelport/core/ui/Skeleton': () => import(/* webpackChunkName: 'parts' */ '../ui/Skeleton.tsx'),
  '@reelport/core/ui/Slider': () => import(/* webpackChunkName: 'fields' */ '../ui/Slider.tsx'),
  '@reelport/core/ui/Steps': () => import(/* webpackChunkName: 'parts' */ '../ui/Steps.tsx'),
  '@reelport/core/ui/Switch': () => import(/* webpackChunkName: 'fields' */ '../ui/Switch.tsx'),
  '@reelport/core/ui/Table': () => import('../ui/Table.tsx'),
  '@reelport/core/ui/Tabs': () => import(/* webpackChunkName: 'floating' */ '../ui/Tabs.tsx'),
  '@reelport/core/ui/Tag': () => import(/* webpackChunkName: 'parts' */ '../ui/Tag.tsx'),
  '@reelport/core/ui/TextField': () => import(/* webpackChunkName: 'fields' */ '../ui/TextField.tsx'),
  '@reelport/core/ui/Tooltip': () => import(/* webpackChunkName: 'floating' */ '../ui/Tooltip.tsx'),
  '@reelport/core/ui/Tree': () => import(/* webpackChunkName: 'parts' */ '../ui/Tree.tsx'),
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
