import { definePlugin } from '#core/contract/plugin.ts';
import { FEATURES } from '#core/contract/tiers.ts';

export default definePlugin({
  id: 'removal',
  version: '1.0.0',
  title: 'removal:title',
  uses: ['materials', 'eye'],
  gate: { login: true },
  features: [FEATURES.subtitleRemoval],
});
