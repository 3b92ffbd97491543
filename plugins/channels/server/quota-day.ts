const [HOUR, DAY] = [3_600_000, 24 * 3_600_000];

/** Midnight in China (UTC+8, the whole year), when quotas of platforms there begin anew. */
export function nextDayInChina(now: Date): Date {
  const local = now.getTime() + 8 * HOUR;
  return new Date(local - (local % DAY) + DAY - 8 * HOUR);
}
