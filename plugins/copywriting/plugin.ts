import { definePlugin } from '#core/contract/plugin.ts';
import { toolRunEnded } from '#core/contract/tool-run-events.ts';

export default definePlugin({
  id: 'copywriting',
  version: '1.0.0',
  title: 'copywriting:title',
  uses: ['materials', 'eye', 'engines'],
  gate: { login: true },
  routes: [
    { path: '/material/copywriting', page: 'Texts', title: 'copywriting:title' },
    { path: '/material/copywriting/:id', page: 'Text', title: 'copywriting:editor.title' },
    { path: '/material/copy-extraction', page: 'Extract', title: 'copywriting:extract.title' },
    { path: '/material/copy-extraction/run/:id', page: 'Run', title: 'copywriting:run.title' },
  ],
  menus: [{ to: '/material/copywriting', section: 'library', icon: 'captions', order: 35, title: 'copywriting:menu' }],
  commands: [
    { id: 'texts', title: 'copywriting:open' },
    { id: 'extract', title: 'copywriting:extract.open' },
  ],
  dialogs: [
    { name: 'import', width: 680 },
    { name: 'facts', width: 480 },
    { name: 'timing', width: 680 },
  ],
  subscriptions: [toolRunEnded.topic],
  slots: ['materials.actions', 'materials.folder-actions', 'tasks.work', 'tools.cards'],
});
