import { observableStore } from '#core/web/observable-store.ts';

import type { INTERVALS, When } from '#plugins/publishing/plan-calls.ts';
import { fieldOfMoment, minutesOfTime, minutesOfWeek, momentOfField, WEEK, type WeekTimes } from '../fields/moment.ts';

export const WHEN_KINDS = ['now', 'at', 'every', 'slots', 'free'] as const;

const HOUR = 60 * 60 * 1000;

/** When posts go out, as it is filled in. Observable. */
export class WhenChoice {
  kind: When['kind'] = 'now';
  /** The time, or the first one, in the reader's zone. */
  at = fieldOfMoment(new Date(Math.ceil((Date.now() + HOUR) / HOUR) * HOUR));
  hours: (typeof INTERVALS)[number] = 3;
  /** Days of the week, Monday being 0. */
  days: WeekTimes['days'] = WEEK;
  times: readonly string[] = ['09:00', '18:00'];
  /** Minutes later at most, by chance. */
  spread: number | null = 0;

  constructor() {
    observableStore(this);
  }

  set(values: Partial<Pick<WhenChoice, 'kind' | 'at' | 'hours' | 'days' | 'times' | 'spread'>>): void {
    Object.assign(this, values);
  }

  /** Why it does not do. */
  get fault(): 'at' | 'past' | 'days' | 'times' | null {
    if (this.kind === 'now') return null;
    const moment = momentOfField(this.at);
    if (moment === null) return 'at';
    if (this.kind === 'at' && moment.getTime() < Date.now()) return 'past';
    if (this.kind !== 'slots') return null;
    if (this.days.length === 0) return 'days';
    return this.minutes.length === 0 || this.times.some((time) => minutesOfTime(time) === null) ? 'times' : null;
  }

  /** As a call takes it; null while it does not do. */
  get when(): When | null {
    if (this.fault !== null) return null;
    if (this.kind === 'now') return { kind: 'now' };
    const moment = momentOfField(this.at)?.toISOString() ?? '';
    if (this.kind === 'at') return { kind: 'at', at: moment };
    if (this.kind === 'free') return { kind: 'free', from: moment };
    if (this.kind === 'every') return { kind: 'every', hours: this.hours, from: moment };
    const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
    return { kind: 'slots', minutes: this.minutes, zone, from: moment };
  }

  private get minutes(): number[] {
    return minutesOfWeek(this);
  }
}
