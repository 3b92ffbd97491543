import { ask, definePlugin, DIALOGS, EVENTS, MEMBER_ROLES, readTask, TASK_WORK } from '@reelport/core/contract';
import { listMaterials, MATERIAL_ACTIONS } from '@reelport/core/plugins/materials';
import { COVER_TOOLS, MIX_EFFECTS } from '@reelport/core/plugins/mixing';

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
  slots: [COVER_TOOLS.id, MIX_EFFECTS.id, MATERIAL_ACTIONS.id, TASK_WORK.id],
  settings,
  grants: [
    ask(listMaterials, 'brand-kit:grant.materials'),
    ask(readTask, 'brand-kit:grant.task'),
    ask(DIALOGS, 'brand-kit:grant.dialogs'),
    ask(EVENTS, 'brand-kit:grant.events'),
  ],
});
