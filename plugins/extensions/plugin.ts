import { definePlugin } from '#core/contract/plugin.ts';

export default definePlugin({
  id: 'extensions',
  version: '1.0.0',
  title: 'extensions:title',
  gate: { login: true, operator: true },
  routes: [
    { path: '/operator/plugins', page: 'Extensions', title: 'extensions:title' },
    { path: '/operator/plugins/:id', page: 'Extension', title: 'extensions:one.title' },
  ],
  menus: [{ to: '/operator/plugins', section: 'operator', icon: 'plug', order: 20, title: 'extensions:menu' }],
  commands: [{ id: 'open', title: 'extensions:open' }],
  dialogs: [
    { name: 'install', width: 880 },
    { name: 'developer', width: 560 },
  ],
});
