import { definePlugin } from '#core/contract/plugin.ts';
import { MEMBER_ROLES } from '#core/contract/tiers.ts';

export default definePlugin({
  id: 'publishing',
  version: '1.0.0',
  title: 'publishing:title',
  uses: ['materials'],
  gate: { login: true, roles: [...MEMBER_ROLES], feature: null },
  dialogs: [{ name: 'send', width: 480 }],
  slots: ['materials.actions', 'tasks.work', 'tool-runs.exports', 'tool-runs.outputs', 'tool-runs.steps'],
  hooks: ['runs.ended@1'],
});
