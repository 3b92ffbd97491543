import { reaction, when } from 'mobx';

import { BOOT } from '#core/web/boot.ts';
import { EVENTS } from '#core/web/events/events.ts';
import { wakePlugins } from '#core/web/events/wake-plugins.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { createPluginLog } from '#core/web/kernel/plugin-log.ts';
import { nextTask } from '#core/web/next-task.ts';
import { startServices } from '#core/web/compose/start-services.ts';
import { followTitle } from '#core/web/router/document-title.ts';
import { SESSION } from '#core/web/session/session.ts';

import { ROUTER_SERVICE, type Composed } from './compose.ts';
import { followPlugins } from './follow-plugins.ts';
import { watchNetwork } from './notices/watch-network.ts';
import { watchUpdates } from './notices/watch-updates.ts';
import { addShellCommands } from './shell-commands.ts';

const log = createPluginLog('shell');

/** Starts a composed page: session, router, and what follows when they change. */
export async function start({ kernel, index }: Composed): Promise<void> {
  const session = kernel.get(SESSION);
  const router = kernel.get(ROUTER_SERVICE);
  const i18n = kernel.get(I18N);
  // Failures show where the index is needed: at the next navigation.
  const settle = (): void => void index.settled().catch(() => undefined);

  const { loggedIn } = startServices(kernel.get, { partnerOrigins: kernel.get(BOOT).partnerOrigins });
  // What is asked for first is the index.
  settle();
  await nextTask();
  addShellCommands(kernel.get);
  followTitle({ router, plugins: kernel.plugins, i18n });
  watchNetwork(kernel);
  watchUpdates(kernel);
  reaction(() => session.token, settle);
  // The same login may get another tier or role.
  reaction(
    () => (session.user === null ? null : JSON.stringify([session.roleCode, session.features, session.operator])),
    (now, before) => {
      if (now !== null && before !== null) void kernel.plugins.load().catch(() => undefined);
    },
  );
  followPlugins(kernel);
  await loggedIn;
  await router.start();
  await when(() => session.user !== null);
  wakePlugins({
    plugins: kernel.plugins,
    events: kernel.get(EVENTS),
    report: (error, plugin) => log.warn(`"${plugin}" could not be activated for an event`, error),
  });
  const { startForUser } = await import('./start-for-user.ts');
  startForUser(kernel);
}
