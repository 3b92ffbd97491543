import { readFileSync } from 'node:fs';

const spoken = process.env['LC_ALL'] || process.env['LC_MESSAGES'] || process.env['LANG'] || '';

/** The terminal's language: Chinese if the locale says so, otherwise English. */
export const language = spoken.toLowerCase().startsWith('zh') ? 'zh' : 'en';

/** @type {Record<string, string> | undefined} */
let texts;

/**
 * The text of a `host:` key in the terminal's language. It reads the locale file itself, because it runs before any
 * package is installed.
 * @param {string} key such as `host:set-up.node-old`
 * @param {Record<string, string | number>} [params]
 */
export function translate(key, params = {}) {
  texts ??= /** @type {Record<string, string>} */ (
    JSON.parse(readFileSync(new URL(`../locales/${language}/host.json`, import.meta.url), 'utf8'))
  );
  const text = texts[key.replace(/^host:/, '')] ?? key;
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, /** @type {string} */ name) =>
    String(params[name] ?? placeholder),
  );
}
