import { definePlugin } from '#core/contract/plugin.ts';

export default definePlugin({
  id: 'channels',
  version: '1.0.0',
  title: 'channels:title',
  gate: { login: true, operator: true },
});
