import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';

import { Recent } from '../threads/recent.ts';

/** What pieces of videos show, by their keys: the same object each time, so that what was compared once is known. */
export const shownPieces = new Recent<Fingerprint>(2000);
