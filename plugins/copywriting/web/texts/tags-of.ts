import { TEXT_LIMITS } from '#plugins/copywriting/limits.ts';

/** Tags that somebody has typed, separated by commas of any kind or spaces of a line. */
export function tagsOf(typed: string): string[] {
  const tags = typed.split(/[,，、;；\n]/u).map((tag) => tag.trim().replace(/^#/, '').slice(0, TEXT_LIMITS.tag).trim());
  return [...new Set(tags.filter((tag) => tag !== ''))].slice(0, TEXT_LIMITS.tags);
}
