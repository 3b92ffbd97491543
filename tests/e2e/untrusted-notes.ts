import type { PackageParts } from '../fixtures/plugin-package.ts';

const WEB = `
import { createElement as h, useState } from 'react';
import { Button, DIALOGS, HTTP, I18N, ROUTER, SESSION, STORAGE, THEME, TOASTS, defineWeb, observer, useService, useText } from '@reelport/core';
const Notes = observer(function Notes() {
  const t = useText();
  const http = useService(HTTP), dialogs = useService(DIALOGS), toasts = useService(TOASTS), router = useService(ROUTER);
  const session = useService(SESSION), theme = useService(THEME), storage = useService(STORAGE), i18n = useService(I18N);
  const [said, say] = useState('');
  const ask = async () => say(await dialogs.confirm({ title: 'notes:sure', destructive: true }) ? 'sure' : 'not sure');
  const read = async () => say(Object.keys(await http.send({ method: 'GET', path: '/api/tasks' })).join());
  return h('main', null,
    h('h1', null, t('notes:title')),
    h('p', { id: 'facts' }, [theme.mode, i18n.language, session.displayName === '' ? '' : 'named', String(session.token), router.place.path].join(' ')),
    h('input', { 'aria-label': 'field' }),
    h(Button, { onClick: () => toasts.show({ kind: 'success', text: t('notes:hello') }) }, 'toast'),
    h(Button, { onClick: ask }, 'ask'),
    h(Button, { onClick: read }, 'read'),
    h(Button, { onClick: () => { storage.write('a', { b: 1 }); say('kept'); } }, 'keep'),
    h(Button, { onClick: () => say(JSON.stringify(storage.read('a') ?? null)) }, 'recall'),
    h(Button, { onClick: () => router.go('/notes/more') }, 'more'),
    h(Button, { onClick: () => router.go('/workbench') }, 'away'),
    h('output', null, said));
});
function More() {
  return h('main', null, h('h1', null, 'more'));
}
export default defineWeb({
  pages: { Notes: async () => ({ default: Notes }), More: async () => ({ default: More }) },
  commands: { greet: (context) => { context.get(TOASTS).show({ kind: 'info', text: context.t('notes:hello') }); } },
});
`;

/** A plugin that does in its frame what an honest one does: texts, calls, notes, questions, storage, ways, a command. */
export const NOTES: PackageParts = {
  manifest: {
    id: 'notes',
    routes: [
      { path: '/notes', page: 'Notes', title: 'notes:title' },
      { path: '/notes/more', page: 'More', title: 'notes:title' },
    ],
    commands: [{ id: 'greet', title: 'notes:greet', keys: 'mod+shift+y' }],
    grants: [
      { kind: 'http', methods: ['GET'], path: '/api/tasks', why: 'notes:why' },
      { kind: 'service', token: 'dialogs@1', why: 'notes:why' },
      { kind: 'service', token: 'session@1', why: 'notes:why' },
    ],
  },
  web: WEB,
  styles: 'h1 { letter-spacing: 3px; }',
  texts: {
    zh: { title: '便笺', sure: '确定吗', hello: '你好', greet: '打招呼', why: '为了用' },
    en: { title: 'Notes', sure: 'Are you sure', hello: 'Hello', greet: 'Greet', why: 'To work' },
  },
};
