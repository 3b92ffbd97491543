import { definePlugin } from '#core/contract/plugin.ts';
import { toolRunEnded } from '#core/contract/tool-run-events.ts';

export default definePlugin({
  id: 'pieces',
  version: '1.0.0',
  title: 'pieces:title',
  uses: ['materials', 'eye', 'mixing'],
  gate: { login: true },
  routes: [
    { path: '/cutIntoPieces/template/new', page: 'Template', title: 'pieces:template.title' },
    { path: '/cutIntoPieces/project/new', page: 'NewProject', title: 'pieces:title' },
    { path: '/cutIntoPieces/project/preview', page: 'Preview', title: 'pieces:preview.title' },
    { path: '/cutIntoPieces/run/:id', page: 'Run', title: 'pieces:run.title' },
  ],
  menus: [{ to: '/cutIntoPieces/project/new', section: 'create', icon: 'pieces', order: 50, title: 'pieces:menu' }],
  commands: [{ id: 'open', title: 'pieces:open' }],
  subscriptions: [toolRunEnded.topic],
  slots: ['materials.actions', 'tasks.work', 'tools.cards'],
});
