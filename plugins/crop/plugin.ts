import { definePlugin } from '#core/contract/plugin.ts';
import { MEMBER_ROLES } from '#core/contract/tiers.ts';

export default definePlugin({
  id: 'crop',
  version: '1.0.0',
  title: 'crop:title',
  uses: ['materials'],
  gate: { login: true, roles: [...MEMBER_ROLES], feature: null },
});
