import { definePlugin, MEMBER_ROLES } from '@reelport/core/contract';

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
  slots: ['materials.actions'],
  grants: [
    { kind: 'http', methods: ['GET'], path: '/api/materials', why: 'voice-over:why.clips' },
    { kind: 'http', methods: ['POST'], path: '/api/tool-runs', why: 'voice-over:why.start' },
    { kind: 'http', methods: ['GET'], path: '/api/tool-runs/:id', why: 'voice-over:why.follow' },
    { kind: 'http', methods: ['GET'], path: '/api/tool-runs/:id/items', why: 'voice-over:why.follow' },
    { kind: 'http', methods: ['POST'], path: '/api/tool-runs/:id/cancel', why: 'voice-over:why.cancel' },
    { kind: 'service', token: 'events@1', why: 'voice-over:why.events' },
  ],
});
