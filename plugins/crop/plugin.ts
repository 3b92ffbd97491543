import { definePlugin } from '#core/contract/plugin.ts';
import { toolRunEnded } from '#core/contract/tool-run-events.ts';

export default definePlugin({
  id: 'crop',
  version: '1.0.0',
  title: 'crop:title',
  uses: ['materials'],
  gate: { login: true },
  routes: [
    { path: '/videoCrop', page: 'Crop', title: 'crop:title' },
    { path: '/videoCrop/run/:id', page: 'Run', title: 'crop:run.title' },
  ],
  menus: [{ to: '/videoCrop', section: 'tools', icon: 'crop', order: 20, title: 'crop:menu' }],
  commands: [{ id: 'open', title: 'crop:open' }],
  subscriptions: [toolRunEnded.topic],
  slots: ['materials.actions', 'materials.folder-actions', 'tasks.work', 'tools.cards'],
  provides: ['crop.fitter@1'],
});
