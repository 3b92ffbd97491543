import { definePlugin, MEMBER_ROLES } from '@reelport/core/contract';

import { settings } from './settings.ts';

export default definePlugin({
  id: 'brand-kit',
  version: '1.0.0',
  title: 'brand-kit:title',
  uses: ['materials'],
  gate: { login: true, roles: [...MEMBER_ROLES] },
  routes: [{ path: '/brand-kit', page: 'Kits', title: 'brand-kit:title' }],
  menus: [{ to: '/brand-kit', section: 'create', icon: 'layers', order: 60, title: 'brand-kit:menu' }],
  commands: [
    { id: 'open', title: 'brand-kit:command.open' },
    { id: 'create', title: 'brand-kit:command.create' },
  ],
  dialogs: [
    { name: 'choose', width: 480 },
    { name: 'picture', width: 680 },
  ],
  slots: ['mixing.cover-tools', 'mixing.effects', 'materials.actions', 'tasks.work'],
  settings,
  grants: [
    { kind: 'http', methods: ['GET'], path: '/api/materials', why: 'brand-kit:grant.materials' },
    { kind: 'http', methods: ['GET'], path: '/api/tasks/:id', why: 'brand-kit:grant.task' },
    { kind: 'service', token: 'dialogs@1', why: 'brand-kit:grant.dialogs' },
    { kind: 'service', token: 'events@1', why: 'brand-kit:grant.events' },
  ],
});
