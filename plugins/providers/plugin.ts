import { definePlugin } from '#core/contract/plugin.ts';

export default definePlugin({
  id: 'providers',
  version: '1.0.0',
  title: 'providers:title',
  gate: { login: true, operator: true },
  routes: [
    { path: '/operator/services', page: 'Services', title: 'providers:title' },
    { path: '/operator/services/:kind', page: 'Service', title: 'providers:one.title' },
  ],
  menus: [{ to: '/operator/services', section: 'operator', icon: 'server', order: 30, title: 'providers:menu' }],
  commands: [{ id: 'open', title: 'providers:open' }],
});
