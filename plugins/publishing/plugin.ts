import { definePlugin } from '#core/contract/plugin.ts';
import { MEMBER_ROLES } from '#core/contract/tiers.ts';

export default definePlugin({
  id: 'publishing',
  version: '1.0.0',
  title: 'publishing:title',
  uses: ['materials', 'hosts', 'poi', 'crop'],
  gate: { login: true, roles: [...MEMBER_ROLES], feature: null },
  routes: [
    { path: '/monitor/authorizationList', page: 'Channels', title: 'publishing:channels.title' },
    { path: '/material/video-publishing', page: 'Compose', title: 'publishing:compose.title' },
    { path: '/material/published-task-list', page: 'Tasks', title: 'publishing:tasks.title' },
    { path: '/material/published-task-list/:id', page: 'Task', title: 'publishing:task.title' },
    { path: '/material/tk-account-data', page: 'Figures', title: 'publishing:figures.title' },
  ],
  menus: [
    {
      ...{ to: '/material/video-publishing', section: 'distribute', icon: 'globe', order: 10 },
      title: 'publishing:compose.title',
    },
    {
      ...{ to: '/material/published-task-list', section: 'distribute', icon: 'calendar', order: 20 },
      title: 'publishing:tasks.title',
    },
    {
      ...{ to: '/monitor/authorizationList', section: 'distribute', icon: 'users', order: 30 },
      title: 'publishing:channels.title',
    },
    {
      ...{ to: '/material/tk-account-data', section: 'distribute', icon: 'chart', order: 40 },
      title: 'publishing:figures.title',
    },
  ],
  commands: [
    { id: 'publish', title: 'publishing:compose.open' },
    { id: 'tasks', title: 'publishing:tasks.open' },
    { id: 'channels', title: 'publishing:channels.open' },
  ],
  dialogs: [
    { name: 'send', width: 480 },
    { name: 'choose', width: 520 },
    { name: 'connect', width: 520 },
    { name: 'import', width: 680 },
    { name: 'group', width: 440 },
    { name: 'move', width: 440 },
    { name: 'phone', width: 480 },
  ],
  slots: ['materials.actions', 'tasks.work', 'tool-runs.exports', 'tool-runs.outputs', 'tool-runs.steps'],
  hooks: ['runs.ended@1'],
});
