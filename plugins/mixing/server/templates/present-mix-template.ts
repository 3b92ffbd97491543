import type { MixTemplate } from '#plugins/mixing/template-calls.ts';
import type { mixingTemplates } from '../tables.ts';

/** A template's row as an account sees it. */
export function presentMixTemplate(
  { id, name, document, shared, accountId }: typeof mixingTemplates.$inferSelect,
  viewer: string,
  owner: string,
): MixTemplate {
  return { id, name, document, shared, own: accountId === viewer, owner };
}
