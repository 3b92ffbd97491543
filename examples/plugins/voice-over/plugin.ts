import { ask, askRunPage, definePlugin, MEMBER_ROLES, startToolRun } from '@reelport/core/contract';
import { listMaterials, MATERIAL_ACTIONS } from '@reelport/core/plugins/materials';

export default definePlugin({
  id: 'voice-over',
  version: '0.1.0',
  title: 'voice-over:title',
  uses: ['materials'],
  gate: { roles: [...MEMBER_ROLES] },
  routes: [
    { path: '/voice-over', page: 'Make', title: 'voice-over:title' },
    { path: '/voice-over/run/:id', page: 'Run', title: 'voice-over:title' },
  ],
  menus: [{ to: '/voice-over', section: 'tools', icon: 'mic', order: 510, title: 'voice-over:title' }],
  slots: [MATERIAL_ACTIONS.id],
  grants: [
    ask(listMaterials, 'voice-over:why.clips'),
    ask(startToolRun, 'voice-over:why.start'),
    ...askRunPage('voice-over:why.run'),
  ],
});
