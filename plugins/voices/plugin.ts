import { definePlugin } from '#core/contract/plugin.ts';
import { FEATURES, MEMBER_ROLES } from '#core/contract/tiers.ts';

export default definePlugin({
  id: 'voices',
  version: '1.0.0',
  title: 'voices:title',
  gate: { login: true, roles: [...MEMBER_ROLES] },
  features: [FEATURES.voiceCloning],
  routes: [
    { path: '/cloneSound/list', page: 'Voices', title: 'voices:title' },
    { path: '/cloneSound/add', page: 'Add', title: 'voices:add.title' },
    { path: '/videoCreate/cloneSound', page: 'Add', title: 'voices:add.title' },
  ],
  menus: [{ to: '/cloneSound/list', section: 'create', icon: 'mic', order: 60, title: 'voices:title' }],
  commands: [
    { id: 'open', title: 'voices:open' },
    { id: 'add', title: 'voices:add.open' },
  ],
  slots: ['tasks.work'],
});
