import { definePlugin } from '#core/contract/plugin.ts';
import { FEATURES, MEMBER_ROLES } from '#core/contract/tiers.ts';
import { toolRunEnded } from '#core/contract/tool-run-events.ts';

import { settings } from './settings.ts';

export default definePlugin({
  id: 'mixing',
  version: '1.0.0',
  title: 'mixing:title',
  uses: ['workbench', 'materials', 'voices'],
  gate: { login: true, roles: [...MEMBER_ROLES], feature: null },
  features: [FEATURES.largeMixBatch],
  settings,
  routes: [
    { path: '/mixedCutList/list', page: 'Projects', title: 'mixing:projects.title' },
    // One page, so that a new project goes on where it stands when it gets an address of its own.
    { path: '/mixedCut/create', page: 'Editor', title: 'mixing:editor.new-title' },
    { path: '/mixedCut/edit/:id', page: 'Editor', title: 'mixing:editor.title' },
    { path: '/mixedCut/run/:id', page: 'Run', title: 'mixing:run.title' },
    { path: '/mixedCut/certificate/:id', page: 'Certificate', title: 'mixing:difference.title' },
  ],
  menus: [{ to: '/mixedCutList/list', section: 'create', icon: 'scissors', order: 10, title: 'mixing:menu' }],
  commands: [
    { id: 'open', title: 'mixing:open' },
    { id: 'create', title: 'mixing:create' },
  ],
  subscriptions: [toolRunEnded.topic],
  hooks: ['materials.ready@1'],
  dialogs: [{ name: 'add-clips', width: 560 }],
  slots: [
    'materials.actions',
    'materials.badges',
    'materials.uses',
    'mixing.clip-actions',
    'mixing.cover-tools',
    'mixing.effects',
    'mixing.panels',
    'workbench.cards',
    'workbench.first-steps',
    'workbench.outputs',
    'workbench.starts',
    'tasks.work',
  ],
});
