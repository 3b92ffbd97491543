import type { z } from 'zod';

import { defineEvent, type EventPayload } from './event.ts';
import type { taskEventSchema } from './task-calls.ts';

// The browser half listens for these while it starts, so their data is validated without zod.

/** Data of {@link taskChanged}: a task without its account. */
export type TaskEvent = z.output<typeof taskEventSchema>;

/** A task has started, made progress or ended. */
export const taskChanged = defineEvent({
  topic: 'task',
  to: 'account',
  data: checked<TaskEvent>(
    ({ id, job, subjectId, state, progress, secondsLeft }) =>
      [id, job, subjectId ?? '', state].every((word) => typeof word === 'string') &&
      [progress, secondsLeft ?? 0].every((number) => typeof number === 'number'),
  ),
});

/** The account's name, mobile number, role or tier has changed. */
export const accountChanged = defineEvent({ topic: 'account', to: 'account' });

/** What the account can spend has changed: of a sub-account what it was allotted, of a main account what it allotted. */
export const allotmentChanged = defineEvent({ topic: 'allotment', to: 'account' });

/** The account's settings have changed in a namespace: a plugin's id, or `shell`. */
export const settingsChanged = defineEvent({
  topic: 'settings',
  to: 'account',
  data: checked<{ namespace: string }>(({ namespace }) => typeof namespace === 'string'),
});

/** An operator has changed the settings of a plugin. */
export function operatorSettingsChanged(plugin: string) {
  return defineEvent({ topic: `plugin-settings.${plugin}`, to: 'everybody' });
}

/** What levels and roles hold has changed: the user and the plugin index must be reloaded. */
export const tiersChanged = defineEvent({ topic: 'tiers', to: 'everybody' });

/** The plugin index must be reloaded. */
export const pluginsChanged = defineEvent({ topic: 'plugins', to: 'everybody' });

/** Why a session has ended; sent only on that session's streams, just before {@link streamEnded}. */
export const sessionEnded = defineEvent({
  topic: 'session',
  to: 'account',
  data: checked<{ state: 'forced-offline' | 'disabled' | 'ended' }>(({ state }) => typeof state === 'string'),
});

/** The last event on a stream whose session has ended. */
export const streamEnded = defineEvent({ topic: 'end', to: 'account' });

/** Events were lost and can no longer be replayed: everything must be reloaded. */
export const resyncNeeded = defineEvent({ topic: 'resync', to: 'account' });

function checked<D extends object>(isIt: (fields: Partial<Record<keyof D, unknown>>) => boolean): EventPayload<D> {
  return {
    parse(value) {
      if (typeof value !== 'object' || value === null || !isIt(value))
        throw new TypeError('not what the event carries');
      // The check above has established the type.
      return value as D;
    },
  };
}
