import { definePlugin } from '#core/contract/plugin.ts';

export default definePlugin({
  id: 'materials',
  version: '1.0.0',
  title: 'materials:title',
  uses: ['workbench'],
  gate: { login: true },
  routes: [
    { path: '/material', redirect: '/material/list' },
    { path: '/material/list', page: 'Videos', title: 'materials:videos.title' },
    { path: '/material/list/record', page: 'Record', title: 'materials:record.title' },
    { path: '/material/music/:id?', page: 'Music', title: 'materials:music.title' },
    { path: '/material/photo/:id?', page: 'Photos', title: 'materials:photos.title' },
    { path: '/material/material-folder', page: 'Folders', title: 'materials:folders.title' },
  ],
  menus: [
    { to: '/material/list', section: 'library', icon: 'film', order: 10, title: 'materials:videos.menu' },
    { to: '/material/music', section: 'library', icon: 'music', order: 20, title: 'materials:music.menu' },
    { to: '/material/photo', section: 'library', icon: 'image', order: 30, title: 'materials:photos.menu' },
    { to: '/material/material-folder', section: 'library', icon: 'folder', order: 40, title: 'materials:folders.menu' },
  ],
  commands: [
    { id: 'open', title: 'materials:open' },
    { id: 'upload', title: 'materials:upload' },
  ],
  dialogs: [
    { name: 'picker', width: 960 },
    { name: 'folder', width: 480 },
  ],
  slots: [
    'materials.badges',
    'materials.columns',
    'materials.sources',
    'workbench.clips',
    'workbench.first-steps',
    'tasks.work',
    'tool-runs.outputs',
  ],
  hooks: ['posts.published@1'],
  provides: ['materials.library@1'],
});
