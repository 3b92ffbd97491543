import type { Ending } from './create-ending.ts';
import { setLeaving, type Life } from './life.ts';
import type { PluginsOptions } from './plugins-options.ts';
import type { DepartureReason } from './plugins.ts';

/**
 * Stops a running plugin, after what is shown of it has been closed; or lets it run on.
 * @param why null when it may run on
 * @returns when it has stopped; undefined for one that runs on until then
 */
export type Depart = (life: Life, why: DepartureReason | null) => Promise<void> | undefined;

/** Makes what takes running plugins away. */
export function createDeparting(
  { letGo = () => undefined }: Pick<PluginsOptions, 'letGo'>,
  { end }: Pick<Ending, 'end'>,
): Depart {
  function callOff(life: Life, reason: DepartureReason | 'stays'): void {
    const { departure } = life;
    life.departure = null;
    setLeaving(life, undefined);
    departure?.stay.abort(reason);
  }

  return (life, why) => {
    if (life.departure?.why === why) return undefined;
    callOff(life, why === null ? 'stays' : why);
    if (why === null) return undefined;
    if (life.active === null || life.ending !== null || why === 'session') return end(life);
    const stay = new AbortController();
    const closed = letGo({ plugin: life.id, why, entry: life.activatedAs, signal: stay.signal });
    if (closed === undefined) return end(life);
    const departure = { why, stay };
    life.departure = departure;
    setLeaving(life, why);
    const stop = (): void => {
      if (life.departure === departure) void end(life);
    };
    void closed.then(stop, stop);
    return undefined;
  };
}
