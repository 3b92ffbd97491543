import { definePlugin } from '#core/contract/plugin.ts';

export default definePlugin({
  id: 'account',
  version: '1.0.0',
  title: 'account:title',
  gate: { login: false },
  routes: [
    { path: '/sub/account', page: 'SubAccounts', title: 'account:sub.title', gate: { login: true } },
    { path: '/safe', page: 'Safe', title: 'account:safe.title', gate: { login: true } },
    {
      path: '/settings/plugins/:id?',
      page: 'PluginSettings',
      title: 'account:plugin-settings.title',
      gate: { login: true },
    },
    { path: '/qr/:sceneId', page: 'ConfirmLogin', title: 'account:qr.confirm-title', frame: 'bare' },
    {
      path: '/operator/outbox',
      page: 'Outbox',
      title: 'account:outbox.title',
      gate: { login: true, operator: true },
    },
  ],
  menus: [
    { to: '/sub/account', section: 'business', icon: 'users', order: 80, title: 'account:sub.title' },
    { to: '/operator/outbox', section: 'operator', icon: 'mail', order: 50, title: 'account:outbox.menu' },
  ],
  commands: [{ id: 'log-out', title: 'account:log-out' }],
  dialogs: [{ name: 'login', width: 400, height: 527, dismissible: false }],
});
