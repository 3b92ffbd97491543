import { definePlugin } from '#core/contract/plugin.ts';
import { MEMBER_ROLES } from '#core/contract/tiers.ts';

export default definePlugin({
  id: 'mixing',
  version: '1.0.0',
  title: 'mixing:title',
  uses: ['workbench'],
  gate: { login: true, roles: [...MEMBER_ROLES], feature: null },
  slots: ['workbench.cards', 'workbench.first-steps', 'workbench.jobs'],
});
