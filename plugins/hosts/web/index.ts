import { defineWeb, onEvent } from '#core/web/define-web.ts';
import { ROUTER } from '#core/web/router/router.ts';
import { TASK_WORK } from '#core/web/tasks/task-work.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

import { hostExpiring } from '../events.ts';
import { HostsStore } from './HostsStore.ts';

const PAGE = '/hostManage';

export default defineWeb({
  pages: { Hosts: async () => ({ default: (await import('./pages.ts')).Hosts }) },
  dialogs: { host: async () => ({ default: (await import('./pages.ts')).HostDialog }) },
  stores: [HostsStore],
  commands: {
    async hosts(context) {
      await context.get(ROUTER).go(PAGE);
    },
  },
  subscriptions: [
    onEvent(hostExpiring, (context, { id, name, days }) => {
      context.get(TOASTS).show({
        ...{ kind: 'warning', duration: 0, canWait: true, key: `hosts.expiring.${id}` },
        text: () =>
          days === 0
            ? context.t('hosts:expiring-one-today', { name })
            : context.t('hosts:expiring-one', { name, count: days }),
        action: {
          label: context.t('hosts:expiring-look'),
          run: () => void context.get(ROUTER).go(`${PAGE}?id=${id}`),
        },
      });
    }),
  ],
  activate(context) {
    context.contribute(TASK_WORK, {
      stages: { 'hosts.check': 'hosts:job.check', 'hosts.expiry': 'hosts:job.expiry' },
    });
  },
});
