import { definePlugin } from '#core/contract/plugin.ts';

import { hostExpiring } from './events.ts';
import { settings } from './settings.ts';

export default definePlugin({
  id: 'hosts',
  version: '1.0.0',
  title: 'hosts:title',
  gate: { login: true },
  routes: [{ path: '/hostManage', page: 'Hosts', title: 'hosts:title' }],
  menus: [{ to: '/hostManage', section: 'distribute', icon: 'server', order: 70, title: 'hosts:title' }],
  commands: [{ id: 'hosts', title: 'hosts:open' }],
  dialogs: [{ name: 'host', width: 680 }],
  subscriptions: [hostExpiring.topic],
  slots: ['tasks.work'],
  settings,
});
