import { definePlugin } from '#core/contract/plugin.ts';
import { FEATURES } from '#core/contract/tiers.ts';
import { toolRunEnded } from '#core/contract/tool-run-events.ts';

import { settings } from './settings.ts';

export default definePlugin({
  id: 'segmentation',
  version: '1.0.0',
  title: 'segmentation:title',
  uses: ['materials'],
  gate: { login: true },
  features: [FEATURES.segmentation],
  settings,
  routes: [
    { path: '/video/segmentation', page: 'Split', title: 'segmentation:title' },
    { path: '/video/segmentation/run/:id', page: 'Run', title: 'segmentation:run.title' },
  ],
  menus: [{ to: '/video/segmentation', section: 'tools', icon: 'split', order: 30, title: 'segmentation:menu' }],
  commands: [{ id: 'open', title: 'segmentation:open' }],
  subscriptions: [toolRunEnded.topic],
  slots: ['materials.actions', 'materials.folder-actions', 'tasks.work', 'tools.cards'],
});
