import { isMessageKey, translate, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { KnownPlugin } from '#core/server/services/plugin-registry/plugins.ts';

/** What a plugin is called in the reader's language. */
export function titleOf({ manifest, texts }: KnownPlugin, language: MessageLanguage): string {
  if (isMessageKey(manifest.title)) return translate(language, manifest.title);
  return texts?.[language]?.[manifest.title] ?? manifest.id;
}
