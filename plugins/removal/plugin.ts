import { definePlugin } from '#core/contract/plugin.ts';
import { FEATURES } from '#core/contract/tiers.ts';
import { toolRunEnded } from '#core/contract/tool-run-events.ts';

import { settings } from './settings.ts';

export default definePlugin({
  id: 'removal',
  version: '1.0.0',
  title: 'removal:title',
  uses: ['materials', 'eye'],
  gate: { login: true },
  features: [FEATURES.subtitleRemoval],
  settings,
  routes: [
    { path: '/subtitle/removal', page: 'Removal', title: 'removal:title' },
    { path: '/subtitle/removal/:id', page: 'Run', title: 'removal:run.title' },
  ],
  menus: [{ to: '/subtitle/removal', section: 'tools', icon: 'erase', order: 50, title: 'removal:menu' }],
  commands: [{ id: 'open', title: 'removal:open' }],
  subscriptions: [toolRunEnded.topic],
  slots: ['materials.actions', 'materials.folder-actions', 'tasks.work', 'tools.cards'],
});
