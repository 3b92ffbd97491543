import { reaction } from 'mobx';

import { COMMANDS, CONTACT_COMMAND } from '#core/web/commands/commands.ts';
import { DIALOGS } from '#core/web/dialogs/dialogs.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import type { GetService } from '#core/web/service.ts';
import { ROUTER } from '#core/web/router/router.ts';
import type { Undo } from '#core/web/scope.ts';
import { SESSION } from '#core/web/session/session.ts';
import { THEME } from '#core/web/theme/theme.ts';

import { PALETTE_COMMAND, SHELL_STATE } from './rail/ShellState.ts';

async function openPalette(get: GetService): Promise<void> {
  const state = get(SHELL_STATE);
  if (state.openPart !== null) return;
  state.setOpenPart('palette');
  const label = get(I18N).t('shell:palette.title');
  await get(DIALOGS)
    .show(() => import(/* webpackChunkName: "palette" */ './palette/CommandPalette.tsx'), {}, { width: 600, label })
    .finally(() => state.setOpenPart(null));
}

async function openShortcuts(get: GetService): Promise<void> {
  const state = get(SHELL_STATE);
  if (state.openPart !== null) return;
  state.setOpenPart('shortcuts');
  await get(DIALOGS)
    .show(
      () => import(/* webpackChunkName: "palette" */ './palette/ShortcutSheet.tsx'),
      {},
      { width: 480, compact: true, cross: true },
    )
    .finally(() => state.setOpenPart(null));
}

async function openCustomerService(get: GetService): Promise<void> {
  const state = get(SHELL_STATE);
  if (state.openPart !== null) return;
  state.setOpenPart('contact');
  await get(DIALOGS)
    .show(
      () => import(/* webpackChunkName: "contact" */ './contact/CustomerServiceDialog.tsx'),
      {},
      { width: 730, compact: true, cross: true },
    )
    .finally(() => state.setOpenPart(null));
}

/** Lets operators ask why something is in its state, beginning with the current page. */
function offerWhy(get: GetService): void {
  let undo: Undo | undefined;
  reaction(
    () => get(SESSION).operator === true,
    (isOperator) => {
      void undo?.();
      undo = isOperator
        ? get(COMMANDS).add({
            id: 'shell.why',
            title: 'shell:why.command',
            async run() {
              const about = get(ROUTER).place.path;
              await get(DIALOGS).show(
                () => import(/* webpackChunkName: "why" */ './why/WhyDialog.tsx'),
                { about },
                { width: 640 },
              );
            },
          })
        : undefined;
    },
    { fireImmediately: true },
  );
}

/** Adds the shell's own commands. */
export function addShellCommands(get: GetService): void {
  const commands = get(COMMANDS);
  commands.add({ id: PALETTE_COMMAND, title: 'shell:shortcuts.palette', keys: 'mod+k', run: () => openPalette(get) });
  commands.add({ id: 'shell.shortcuts', title: 'shell:shortcuts.sheet', keys: '?', run: () => openShortcuts(get) });
  commands.add({ id: 'shell.theme', title: 'shell:command.theme', run: () => get(THEME).toggle() });
  commands.add({
    id: 'shell.language',
    title: 'shell:command.language',
    run: () => get(I18N).setLanguage(get(I18N).language === 'zh' ? 'en' : 'zh'),
  });
  commands.add({
    id: 'shell.rail',
    title: 'shell:command.rail',
    keys: 'mod+b',
    run: () => get(SHELL_STATE).toggleRail(),
  });
  commands.add({ id: CONTACT_COMMAND, title: 'shell:contact.title', run: () => openCustomerService(get) });
  offerWhy(get);
}
