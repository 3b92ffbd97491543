import { z } from 'zod';

import { DIALOGS } from '../dialogs/dialogs.ts';
import { I18N } from '../i18n/i18n.ts';
import { TOASTS } from '../toasts/toasts.ts';
import type { FrameHost } from './frame-host.ts';
import type { HostApi } from './frame-protocol.ts';

const id = z.string().max(100);
const toastSchema = z.strictObject({
  id,
  kind: z.enum(['success', 'info', 'warning', 'error']),
  text: z.string().max(500),
  duration: z.number().min(0).max(60_000).optional(),
  key: z.string().max(100).optional(),
  throttle: z.number().min(0).max(600_000).optional(),
  action: z.string().max(40).optional(),
});
const words = z.string().max(60);
const questionSchema = z.strictObject({
  title: z.string().max(200),
  text: z.string().max(2000).optional(),
  confirm: words.optional(),
  cancel: words.nullable().optional(),
  destructive: z.boolean(),
});

/** Toasts of a frame. The workbench shows them with the plugin's title, so that they cannot pass for its own. */
export function hostToasts({ context, scope, title, tell }: FrameHost): Pick<HostApi, 'toast' | 'closeToast'> {
  const toasts = context.get(TOASTS);
  const shown = new Map<string, () => void>();
  const buttons = new Set<() => void>();
  // A toast without a button may outlive the frame; a button would have nothing to run.
  scope.own(() => buttons.forEach((close) => close()));
  return {
    toast(asked) {
      const { id: name, kind, text, action, ...times } = toastSchema.parse(asked);
      const close = toasts.show({
        ...times,
        kind,
        text: context.get(I18N).t('shell:frame.says', { plugin: title(), text }),
        action:
          action === undefined ? undefined : { label: action, run: () => tell((guest) => guest.toastAction(name)) },
      });
      // Only a few are shown at a time; older ones have already gone.
      if (shown.size > 50) shown.clear();
      if (buttons.size > 50) buttons.clear();
      shown.set(name, close);
      if (action !== undefined) buttons.add(close);
    },
    closeToast(asked) {
      const name = id.nullable().parse(asked);
      if (name === null) toasts.closeAll();
      else shown.get(name)?.();
      if (name === null) shown.clear();
      else shown.delete(name);
    },
  };
}

/** Questions of a frame, one at a time. */
export function hostQuestions({ context, title }: FrameHost): Pick<HostApi, 'ask'> {
  const dialogs = context.get(DIALOGS);
  let isAsking = false;
  return {
    async ask(asked) {
      const question = questionSchema.parse(asked);
      if (isAsking) return false;
      isAsking = true;
      try {
        const properties = { question, plugin: title(), i18n: context.get(I18N) };
        const look = { width: 420, compact: true, dismissible: question.cancel !== null };
        return (
          (await dialogs.show(
            () => import(/* webpackChunkName: "dialogs" */ './FrameQuestionDialog.tsx'),
            properties,
            look,
          )) === true
        );
      } finally {
        isAsking = false;
      }
    },
  };
}
