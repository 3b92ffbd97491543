import type { MessageLanguage } from '#core/server/ground/messages.ts';

import { markup, type Markup } from '#core/server/http/web/markup.ts';
import type { VisiblePost, VisibleSite } from './find-visible.ts';
import type { View } from './view.ts';

export const isTall = ({ width, height }: Pick<VisiblePost, 'width' | 'height'>): boolean => height > width;

/** Letters of the text that a post without a title is known by. */
const TITLE_LETTERS = 80;

/** What a post is known by: one without a title by the first line of its text, or else by its showcase. */
export function titleOf(
  { title, text }: Pick<VisiblePost, 'title' | 'text'>,
  site: Pick<VisibleSite, 'title'>,
): string {
  if (title !== '') return title;
  const [line = ''] = text.trim().split('\n', 1);
  return line === '' ? site.title : shortened(line, TITLE_LETTERS);
}

/** Words of so many letters at most. */
export function shortened(words: string, most: number): string {
  const letters = [...words];
  return letters.length <= most ? words : `${letters.slice(0, most - 1).join('')}…`;
}

/** Posts as pictures that lead to their pages; the shape that most of them have decides that of all. */
export function tiles(view: View, site: VisibleSite, posts: readonly VisiblePost[]): Markup {
  const { language, within } = view;
  const addresses = within(site.handle);
  const shape = posts.filter(isTall).length * 2 > posts.length ? 'tall' : 'wide';
  return markup`<ul class="grid ${shape}">
${posts.map((post, index) => {
  const { slug, seconds, posterWidth, posterHeight, publishedAt } = post;
  return markup`<li><a class="tile" href="${addresses.post(slug)}"><span class="still"><img src="${addresses.poster(slug)}" width="${posterWidth}" height="${posterHeight}" alt="" ${index < 4 ? markup`fetchpriority="high"` : markup`loading="lazy"`}><span class="length">${lengthInWords(seconds)}</span></span><b dir="auto">${titleOf(post, site)}</b>${dayOf(publishedAt, language)}</a></li>\n`;
})}</ul>`;
}

/** A day as an element: 2026年11月27日. */
export function dayOf(at: Date, language: MessageLanguage): Markup {
  const words = at.toLocaleDateString(language === 'zh' ? 'zh-CN' : 'en-GB', { dateStyle: 'long' });
  return markup`<time datetime="${at.toISOString()}">${words}</time>`;
}

/** `0:07`, `12:30`, `1:02:03`. */
export function lengthInWords(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const two = (figure: number): string => String(figure).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(whole % 60)}`;
}
