import { definePlugin } from '#core/contract/plugin.ts';

export default definePlugin({
  id: 'eye',
  version: '1.0.0',
  title: 'eye:title',
  uses: ['materials'],
  gate: { login: true },
  slots: ['tasks.work'],
  provides: ['eye.video-texts@1'],
});
