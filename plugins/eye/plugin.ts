import { definePlugin } from '#core/contract/plugin.ts';

export default definePlugin({
  id: 'eye',
  version: '1.0.0',
  title: 'eye:title',
  gate: { login: true, operator: true },
});
