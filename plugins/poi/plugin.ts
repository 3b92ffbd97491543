import { definePlugin } from '#core/contract/plugin.ts';
import { MEMBER_ROLES } from '#core/contract/tiers.ts';

export default definePlugin({
  id: 'poi',
  version: '1.0.0',
  title: 'poi:title',
  gate: { login: true, roles: [...MEMBER_ROLES], feature: null },
  routes: [{ path: '/poiManage/list', page: 'Places', title: 'poi:title' }],
  menus: [{ to: '/poiManage/list', section: 'distribute', icon: 'pin', order: 80, title: 'poi:title' }],
  commands: [{ id: 'places', title: 'poi:open' }],
  dialogs: [
    { name: 'place', width: 560 },
    { name: 'import', width: 680 },
  ],
});
