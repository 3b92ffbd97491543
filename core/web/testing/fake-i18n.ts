import type { MessageParams } from '#core/contract/errors.ts';
import { isAboutOne, keyForOne } from '#core/contract/key-for-one.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import type { I18n, Language } from '../i18n/i18n.ts';
import { observableStore } from '../observable-store.ts';

type Texts = Readonly<Record<string, string>>;

const files = import.meta.webpackContext('../../../locales', { recursive: true, regExp: /\.json$/, mode: 'sync' });

/** Texts of external plugins, by namespace. */
const given = new Map<string, Readonly<Record<Language, Texts>>>();

/** Provides the texts of an external plugin; `reelport plugin test` calls it before the tests. */
export function giveTexts(namespace: string, texts: Readonly<Record<Language, Texts>>): void {
  given.set(namespace, texts);
}

/** The product's real texts, available synchronously. Observable. */
export class FakeI18n implements I18n {
  language: Language;
  /** The loaded namespaces. */
  readonly namespaces = new Set(['shell']);

  constructor(language: Language = 'zh') {
    this.language = language;
    observableStore(this);
  }

  t(key: MessageKey, params: MessageParams = {}): string {
    const [namespace = '', name = ''] = key.split(':');
    if (!this.namespaces.has(namespace)) return key;
    const texts = textsOf(this.language, namespace);
    const one = isAboutOne(params) ? texts?.[keyForOne(name)] : undefined;
    const text = one ?? texts?.[name] ?? key;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, param: string) => String(params[param] ?? whole));
  }

  load(namespace: string): Promise<void> {
    this.namespaces.add(namespace);
    return Promise.resolve();
  }

  setLanguage(language: Language): Promise<void> {
    this.language = language;
    return Promise.resolve();
  }

  ago(time: string | Date): string {
    return this.time(time);
  }

  time(time: string | Date): string {
    return new Date(time).toISOString().slice(0, 16).replace('T', ' ');
  }

  date(time: string | Date): string {
    return new Date(time).toISOString().slice(0, 10);
  }

  count(value: number): string {
    return String(value);
  }

  number(value: number): string {
    return value.toFixed(2);
  }

  bytes(value: number): string {
    return `${value} B`;
  }
}

function textsOf(language: Language, namespace: string): Texts | undefined {
  const own = given.get(namespace);
  if (own !== undefined) return own[language];
  const file = `./${language}/${namespace}.json`;
  return files.keys().includes(file) ? (files(file) as Texts) : undefined;
}
