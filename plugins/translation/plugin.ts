import { definePlugin } from '#core/contract/plugin.ts';
import { FEATURES, MEMBER_ROLES } from '#core/contract/tiers.ts';
import { toolRunEnded } from '#core/contract/tool-run-events.ts';

export default definePlugin({
  id: 'translation',
  version: '1.0.0',
  title: 'translation:title',
  uses: ['copywriting', 'materials', 'voices'],
  gate: { login: true, roles: [...MEMBER_ROLES] },
  features: [FEATURES.translation],
  routes: [
    { path: '/video/translation/record', page: 'Record', title: 'translation:title' },
    { path: '/video/translation/run/:id', page: 'Run', title: 'translation:export.run' },
    { path: '/video/translation/batch/:id?', page: 'Batches', title: 'translation:batch.title' },
    { path: '/video/translation/:id/export', page: 'Export', title: 'translation:export.video' },
    { path: '/video/translation/:id?', page: 'Project', title: 'translation:project.title' },
  ],
  menus: [
    { to: '/video/translation/record', section: 'tools', icon: 'translate', order: 10, title: 'translation:menu' },
  ],
  commands: [
    { id: 'open', title: 'translation:open' },
    { id: 'new', title: 'translation:open-new' },
  ],
  subscriptions: [toolRunEnded.topic],
  hooks: ['runs.ended@1', 'materials.ready@1'],
  slots: ['tasks.work', 'materials.actions'],
  dialogs: [
    { name: 'glossary', width: 680 },
    { name: 'dub', width: 520 },
  ],
});
