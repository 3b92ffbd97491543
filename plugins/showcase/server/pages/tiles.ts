import type { MessageLanguage } from '#core/server/ground/messages.ts';

import { markup, type Markup } from '#core/server/http/web/markup.ts';
import type { VisiblePost, VisibleSite } from './find-visible.ts';
import type { View } from './view.ts';

export const isTall = ({ width, height }: Pick<VisiblePost, 'width' | 'height'>): boolean => height > width;

/** Posts as pictures that lead to their pages; the shape that most of them have decides that of all. */
export function tiles(view: View, { handle }: VisibleSite, posts: readonly VisiblePost[]): Markup {
  const { language, within } = view;
  const addresses = within(handle);
  const shape = posts.filter(isTall).length * 2 > posts.length ? 'tall' : 'wide';
  return markup`<ul class="grid ${shape}">
${posts.map(
  ({ slug, title, seconds, posterWidth, posterHeight, publishedAt }, index) =>
    markup`<li><a class="tile" href="${addresses.post(slug)}"><span class="still"><img src="${addresses.poster(slug)}" width="${posterWidth}" height="${posterHeight}" alt="" ${index < 4 ? markup`fetchpriority="high"` : markup`loading="lazy"`}><span class="length">${lengthInWords(seconds)}</span></span><b dir="auto">${title}</b>${dayOf(publishedAt, language)}</a></li>\n`,
)}</ul>`;
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
