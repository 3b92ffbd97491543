import { z } from 'zod';

import { withoutBidiControls } from './bidi.ts';

/**
 * A name in an answer. Names are tidied when they are given; those that were stored before that are shown without what
 * would turn them around.
 */
export const shownName = z.string().overwrite(withoutBidiControls);
