import { MAX_TOPICS } from '#plugins/publishing/plan-calls.ts';

/** Topics, however they were typed. */
export function topicsIn(typed: string): string[] {
  const words = typed.split(/[\s#，,、]+/u).filter((word) => word !== '');
  return [...new Set(words.map((word) => word.slice(0, 50)))].slice(0, MAX_TOPICS);
}
