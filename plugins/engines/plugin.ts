import { definePlugin } from '#core/contract/plugin.ts';

export default definePlugin({
  id: 'engines',
  version: '1.0.0',
  title: 'engines:title',
  gate: { login: true, operator: true },
});
