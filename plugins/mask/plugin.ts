import { definePlugin } from '#core/contract/plugin.ts';
import { FEATURES } from '#core/contract/tiers.ts';
import { toolRunEnded } from '#core/contract/tool-run-events.ts';

import { settings } from './settings.ts';

export default definePlugin({
  id: 'mask',
  version: '1.0.0',
  title: 'mask:title',
  uses: ['materials', 'eye'],
  gate: { login: true },
  features: [FEATURES.mosaic],
  settings,
  routes: [
    { path: '/video/captions/mosaic', page: 'Mask', title: 'mask:title' },
    { path: '/video/captions/mosaic/run/:id', page: 'Run', title: 'mask:run.title' },
  ],
  menus: [{ to: '/video/captions/mosaic', section: 'tools', icon: 'mosaic', order: 40, title: 'mask:menu' }],
  commands: [{ id: 'open', title: 'mask:open' }],
  subscriptions: [toolRunEnded.topic],
  slots: ['materials.actions', 'materials.folder-actions', 'tasks.work', 'tools.cards'],
});
