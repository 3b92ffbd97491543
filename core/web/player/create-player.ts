import type { MessageKey } from '#core/contract/message-keys.ts';

import type { Dialogs } from '../dialogs/dialogs.ts';
import type { Toasts } from '../toasts/toasts.ts';
import type { Player } from './player.ts';

/** Width of the popup in pixels: one picture, or several side by side. */
const WIDTHS = { single: 680, sequence: 680, parallel: 1080 } as const;

export interface PlayerDependencies {
  dialogs: Pick<Dialogs, 'show'>;
  toasts: Pick<Toasts, 'show'>;
  text(key: MessageKey): string;
}

/** Creates the popup {@link Player}. */
export function createPlayer({ dialogs, toasts, text }: PlayerDependencies): Player {
  return {
    async open(data, options = {}) {
      const { playerInput } = await import(/* webpackChunkName: "player" */ './player-input.ts');
      const input = playerInput(data);
      if (input === null) {
        toasts.show({ kind: 'warning', text: text('shell:player.invalid'), key: 'player.invalid' });
        return;
      }
      await dialogs.show(
        () => import(/* webpackChunkName: "player" */ './PlayerDialog.tsx'),
        { input, options },
        { width: WIDTHS[input.mode] },
      );
    },
  };
}
