import { escape } from './web-page.ts';

/** A text that is left to fill in, with values for its placeholders: `{{wall.group number=1}}`. */
const TEXT = /\{\{([\w.-]+)((?: \w+=[^\s}]*)*)\}\}/g;

/** Fills a plugin's texts into the first lines of a page. */
export function fillFirstPaint(lines: string, texts: Readonly<Record<string, string>>): string {
  return lines.replace(TEXT, (_whole, key: string, values: string) => {
    const given = new URLSearchParams(values.trim().replaceAll(' ', '&'));
    const text = texts[key] ?? '';
    return escape(text.replace(/\{\{(\w+)\}\}/g, (_placeholder, name: string) => given.get(name) ?? ''));
  });
}
