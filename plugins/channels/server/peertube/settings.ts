import { z } from 'zod';

import { instanceSettings } from '../instance.ts';

/** PeerTube takes no keys: each server has a client of its own for its members. */
export const PEERTUBE = z.object(instanceSettings);
