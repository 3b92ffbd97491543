import { z } from 'zod';

import { defineEvent } from '#core/contract/event.ts';

const data = z.object({ id: z.uuid() });

/** A voice was added, made, renamed, used or removed. */
export const voicesChanged = defineEvent({ topic: 'voices.changed', to: 'account', data });

/** A recording has been listened to, or was removed. */
export const recordingChanged = defineEvent({ topic: 'voices.recording', to: 'account', data });
