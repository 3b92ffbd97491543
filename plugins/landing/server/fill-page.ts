import type { SiteFacts } from '#core/server/ground/site-facts.ts';
import { translate } from '#core/server/ground/messages.ts';

/**
 * Puts what the operator has configured in the place of `{{company}}` and `{{contact}}`; what is not configured is
 * paraphrased. Other braces stay.
 */
export function fillPage(markdown: string, language: 'zh' | 'en', site: SiteFacts): string {
  const { company, contact } = site;
  const values: Record<string, string> = {
    company: company ?? translate(language, 'landing:page.company'),
    contact: contact.id ?? contact.phone ?? translate(language, 'landing:page.contact'),
  };
  return markdown.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : plain(value);
  });
}

/** Escapes a name, so that markdown does not interpret it. */
function plain(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|!~]/g, '\\$&');
}
