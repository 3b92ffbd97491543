import { CronExpressionParser } from 'cron-parser';

/** A job of a plugin that is started at certain times. */
export interface Schedule {
  /** Unique within the plugin: small letters, digits and dashes. */
  name: string;
  /** Minute, hour, day of the month, month, day of the week: `30 4 * * *` is half past four each night. */
  cron: string;
  /** The time zone that the times are meant in, such as `Asia/Shanghai` or `UTC`. */
  zone: string;
  /** The plugin's job that is started. Its task belongs to no account, its payload is `{ schedule }`. */
  job: string;
}

/**
 * The next time of a schedule. Hours that a change of the clock leaves out are made up for right after it.
 * @throws Error for a cron or a zone that cannot be read
 */
export function nextTime({ cron, zone }: Pick<Schedule, 'cron' | 'zone'>, after: Date): Date {
  return CronExpressionParser.parse(cron, { currentDate: after, tz: zone }).next().toDate();
}

/**
 * Checks a plugin's schedules.
 * @param jobs names of the plugin's jobs
 * @throws TypeError that names what is wrong
 */
export function checkSchedules(plugin: string, schedules: readonly Schedule[], jobs: readonly string[]): void {
  const given: unknown = schedules;
  if (!Array.isArray(given)) throw new TypeError(`${plugin}: schedules must be a list of { name, cron, zone, job }`);
  const names = new Set<string>();
  for (const { name, cron, zone, job } of schedules) {
    const what = `${plugin}: the schedule "${name}"`;
    if (!/^[a-z][a-z0-9-]{0,59}$/.test(name)) throw new TypeError(`${what} must be named [a-z][a-z0-9-]*`);
    if (names.has(name)) throw new TypeError(`${what} is there twice; rename one of them`);
    names.add(name);
    if (!jobs.includes(job)) throw new TypeError(`${what} starts "${job}", which is not among the jobs of the plugin`);
    if (typeof cron !== 'string' || cron.trim().split(/\s+/).length !== 5) {
      throw new TypeError(`${what}: cron must have five parts, minute hour day month weekday, such as "30 4 * * *"`);
    }
    if (!isZone(zone))
      throw new TypeError(`${what}: "${zone}" is no time zone; use one such as "Asia/Shanghai" or "UTC"`);
    try {
      nextTime({ cron, zone }, new Date());
    } catch (error) {
      throw new TypeError(`${what}: the cron "${cron}" cannot be read: ${String(error)}`, { cause: error });
    }
  }
}

function isZone(zone: unknown): boolean {
  if (typeof zone !== 'string') return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
