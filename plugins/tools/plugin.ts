import { definePlugin } from '#core/contract/plugin.ts';

export default definePlugin({
  id: 'tools',
  version: '1.0.0',
  title: 'tools:title',
  uses: ['materials'],
  gate: { login: true },
  routes: [{ path: '/videoEditTools', page: 'Tools', title: 'tools:title' }],
  menus: [{ to: '/videoEditTools', section: 'tools', icon: 'grid', order: 10, title: 'tools:menu' }],
  commands: [{ id: 'open', title: 'tools:open' }],
});
