import { definePlugin } from '#core/contract/plugin.ts';

export default definePlugin({
  id: 'workbench',
  version: '1.0.0',
  title: 'workbench:title',
  gate: { login: true },
  routes: [{ path: '/workbench', page: 'Workbench', title: 'workbench:page.title' }],
  commands: [{ id: 'open', title: 'workbench:open' }],
  slots: ['workbench.widgets'],
});
