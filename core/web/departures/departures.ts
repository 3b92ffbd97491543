import { token } from '../token.ts';
import type { Departures } from './create-departures.ts';

/** Closes pages whose plugin has to stop; see {@link Departures}. */
export const DEPARTURES = token<Departures>('departures', 1);
