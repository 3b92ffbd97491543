import { definePlugin } from '#core/contract/plugin.ts';
import { MEMBER_ROLES } from '#core/contract/tiers.ts';

export default definePlugin({
  id: 'showcase',
  version: '1.0.0',
  title: 'showcase:title',
  gate: { login: true, roles: [...MEMBER_ROLES], feature: null },
  routes: [{ path: '/showcase', page: 'Showcases', title: 'showcase:title' }],
  menus: [{ to: '/showcase', section: 'distribute', icon: 'globe', order: 60, title: 'showcase:menu' }],
});
