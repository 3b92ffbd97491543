import { readdirSync, readFileSync } from 'node:fs';

import { withoutBidiControls } from '#core/contract/bidi.ts';
import { ExpectedError, type MessageParams } from '#core/contract/errors.ts';
import { isAboutOne, keyForOne } from '#core/contract/key-for-one.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

/** The supported languages; the first is the default. */
export const MESSAGE_LANGUAGES = ['zh', 'en'] as const;
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number];

const LOCALES = new URL('../../../locales/', import.meta.url);
const loaded = new Map<MessageLanguage, Map<string, string>>();
/** Texts of external plugins, by namespace. */
const outside = new Map<string, Record<MessageLanguage, Readonly<Record<string, string>>>>();

function textsOf(language: MessageLanguage): Map<string, string> {
  let texts = loaded.get(language);
  if (texts === undefined) {
    texts = new Map();
    const folder = new URL(`${language}/`, LOCALES);
    for (const file of readdirSync(folder)) {
      if (!file.endsWith('.json')) continue;
      const entries = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Record<string, string>;
      for (const [key, text] of Object.entries(entries)) texts.set(`${file.slice(0, -5)}:${key}`, text);
    }
    loaded.set(language, texts);
  }
  return texts;
}

/**
 * The text of a key in a language, with `{{name}}` replaced by `params.name`. The files are read on first use. An
 * unknown key, for example of a removed plugin, is returned as it is.
 */
export function translate(language: MessageLanguage, key: MessageKey, params: MessageParams = {}): string {
  const one = isAboutOne(params) ? textOf(language, keyForOne(key)) : undefined;
  const text = one ?? textOf(language, key);
  return text === undefined ? key : fillText(text, params);
}

/** A text with `{{name}}` replaced by `params.name`; a placeholder without a value stays. */
export function fillText(text: string, params: MessageParams): string {
  return text.replace(/\{\{(\w+)\}\}/g, (placeholder, name: string) =>
    // A name must not turn the sentence around it.
    withoutBidiControls(String(params[name] ?? placeholder)),
  );
}

function textOf(language: MessageLanguage, key: string): string | undefined {
  return textsOf(language).get(key) ?? outsideText(language, key);
}

/** Whether a key exists. Narrows a string from outside, such as a schema's own message. */
export function isMessageKey(key: string): key is MessageKey {
  return textOf(MESSAGE_LANGUAGES[0], key) !== undefined;
}

/** Adds the texts of an external plugin, by key without namespace; they never replace those of the product. */
export function addTexts(namespace: string, texts: Record<MessageLanguage, Readonly<Record<string, string>>>): void {
  outside.set(namespace, texts);
}

function outsideText(language: MessageLanguage, key: string): string | undefined {
  const [namespace = '', name = ''] = key.split(':', 2);
  const texts = outside.get(namespace)?.[language];
  return texts !== undefined && Object.hasOwn(texts, name) ? texts[name] : undefined;
}

/** A user-facing message for an error: an expected error's own text, otherwise `fallback`'s. */
export function translateError(
  language: MessageLanguage,
  error: unknown,
  fallback: MessageKey,
  params?: MessageParams,
): string {
  return error instanceof ExpectedError
    ? translate(language, error.code, error.params)
    : translate(language, fallback, params);
}

/**
 * The best supported language for an `Accept-Language` header: the acceptable one with the highest weight, the first
 * among equals; `zh` when none is supported.
 */
export function negotiate(acceptLanguage: string | undefined): MessageLanguage {
  let best: MessageLanguage = 'zh';
  let bestWeight = 0;
  for (const part of (acceptLanguage ?? '').slice(0, 500).split(',')) {
    const [tag = '', ...options] = part.trim().toLowerCase().split(';');
    const language = MESSAGE_LANGUAGES.find((known) => tag === known || tag.startsWith(`${known}-`));
    const weight = Number(/^\s*q=([\d.]+)\s*$/.exec(options[0] ?? 'q=1')?.[1] ?? 0);
    if (language !== undefined && weight > bestWeight) {
      best = language;
      bestWeight = weight;
    }
  }
  return best;
}

/**
 * All texts whose keys begin with `prefix`, by the rest of the key and uninterpolated, for pages rendered in one go.
 */
export function textsUnder(language: MessageLanguage, prefix: string): Record<string, string> {
  const texts = [...textsOf(language)].filter(([key]) => key.startsWith(prefix));
  return Object.fromEntries(texts.map(([key, text]) => [key.slice(prefix.length), text]));
}
