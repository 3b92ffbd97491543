import { createInstance, type i18n as I18next } from 'i18next';
import { action, createAtom, observable, runInAction } from 'mobx';

import { PAGE_COOKIES } from '#core/contract/boot.ts';
import type { MessageParams } from '#core/contract/errors.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import { writePageCookie } from '../page-cookie.ts';
import { createFormats } from './formats.ts';
import type { I18n, Language } from './i18n.ts';

type Texts = Readonly<Record<string, string>>;

export interface I18nOptions {
  language: Language;
  /** Texts in that language that are there already, by namespace. */
  texts: Readonly<Record<string, Texts>>;
  /** Fetches the texts of a namespace. */
  fetchTexts(language: Language, namespace: string): Promise<Texts>;
  /** Names the present texts of a namespace, where others may take their place while the page lives. */
  revisionOf?(namespace: string): string | undefined;
  /** Keeps the language for the next visit. */
  remember(language: Language): void;
  document?: Document;
  now?: () => number;
}

/** The kernel's {@link I18n}. */
export interface I18nService extends I18n {
  /**
   * Takes in texts from elsewhere, by key with namespace.
   * @param replaces whether they go before those that are there
   */
  add(language: Language, texts: Texts, replaces?: boolean): void;
}

/** Storage key of the language, as the browser has always had it. */
export const LANGUAGE_KEY = 'localeLanguage';

/** Makes the {@link I18nService}: i18next underneath, observable on top. */
export function createI18n(options: I18nOptions): I18nService {
  const { document = globalThis.document } = options;
  const library = openLibrary(options);
  const changed = createAtom('texts');
  const current = observable.box<Language>(options.language);
  /** Namespaces in use; a switch of language brings theirs and no others. */
  const used = new Set(Object.keys(options.texts));
  /** `zh/landing` → the request for it. */
  const loading = new Map<string, Promise<void>>();
  /** Names of plugins whose texts are not there, by language and key; those of `over` go before texts that are. */
  const names = { over: byLanguage(), under: byLanguage() };
  const whole = new Set(Object.keys(options.texts).map((namespace) => `${options.language}/${namespace}`));
  let wanted: Language = options.language;

  function load(language: Language, namespace: string): Promise<void> {
    const revision = options.revisionOf?.(namespace);
    const name = `${language}/${namespace}${revision === undefined ? '' : `@${revision}`}`;
    if (whole.has(name)) return Promise.resolve();
    let request = loading.get(name);
    if (request === undefined) {
      request = options
        .fetchTexts(language, namespace)
        .then((texts) => {
          // Of a revision that has been replaced meanwhile.
          if (options.revisionOf?.(namespace) !== revision) return;
          library.addResourceBundle(language, namespace, texts, true, true);
          for (const name in texts) names.over[language].delete(`${namespace}:${name}`);
          whole.add(name);
          // What another language gained shows when it is switched to.
          if (language === current.get()) runInAction(() => changed.reportChanged());
        })
        .finally(() => loading.delete(name));
      loading.set(name, request);
    }
    return request;
  }

  const service: I18nService = {
    get language() {
      return current.get();
    },
    t(key, params) {
      changed.reportObserved();
      const text = known(current.get(), key);
      // Most texts are said as they stand; what has more to it is the library's.
      if (params === undefined && text !== undefined && !/\{\{|\$t\(/.test(text)) return text;
      if (text !== undefined) teach(current.get(), key, text);
      return library.exists(key) ? library.t(key, params ?? {}) : key;
    },
    async load(namespace) {
      used.add(namespace);
      await load(current.get(), namespace);
    },
    async setLanguage(language) {
      wanted = language;
      if (language === current.get()) return;
      await Promise.all([...used].map((namespace) => load(language, namespace)));
      // A later choice counts, whichever texts came first.
      if (wanted !== language) return;
      await library.changeLanguage(language);
      options.remember(language);
      writePageCookie(PAGE_COOKIES.language, language, document);
      document.documentElement.lang = htmlLanguage(language);
      runInAction(() => current.set(language));
    },
    add: action((language: Language, texts: Texts, replaces = false) => {
      const into = names[replaces ? 'over' : 'under'][language];
      let isNew = false;
      for (const key in texts) {
        const text = texts[key];
        if (text === undefined || into.get(key) === text) continue;
        into.set(key, text);
        isNew = true;
      }
      if (isNew) changed.reportChanged();
    }),
    ...createFormats(() => service.language, translate, options.now),
  };

  function known(language: Language, key: string): string | undefined {
    return names.over[language].get(key) ?? loaded(language, key) ?? names.under[language].get(key);
  }

  function loaded(language: Language, key: string): string | undefined {
    const [namespace, name] = parts(key);
    return (library.getResourceBundle(language, namespace) as Texts | undefined)?.[name];
  }

  /** What has more to it than its words is said by the library, which need not know a name yet. */
  function teach(language: Language, key: string, text: string): void {
    if (loaded(language, key) === text) return;
    const [namespace, name] = parts(key);
    library.addResource(language, namespace, name, text, { silent: true });
  }

  function translate(key: MessageKey, params?: MessageParams): string {
    return service.t(key, params);
  }

  return service;
}

function byLanguage(): Record<Language, Map<string, string>> {
  return { zh: new Map(), en: new Map() };
}

function parts(key: string): [namespace: string, name: string] {
  const end = key.indexOf(':');
  return [key.slice(0, end), key.slice(end + 1)];
}

function openLibrary({ language, texts }: I18nOptions): I18next {
  const library = createInstance();
  // Keys are flat and have dots; texts are sentences, not HTML.
  void library.init({
    lng: language,
    fallbackLng: false,
    ns: Object.keys(texts),
    resources: { [language]: texts },
    keySeparator: false,
    nsSeparator: ':',
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return library;
}

/** The language as HTML names it. */
export function htmlLanguage(language: Language): string {
  return language === 'zh' ? 'zh-CN' : 'en';
}

/** Fetches texts from where the build put them. */
export function fetchTextsAt(hash: string): I18nOptions['fetchTexts'] {
  return (language, namespace) => fetchTexts(`/locales/${language}/${namespace}.${hash}.json`);
}

/** Fetches the texts of a namespace. */
export async function fetchTexts(address: string): Promise<Texts> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`texts at ${address}: status ${answer.status}`);
  // Made by the build, or checked when the plugin was installed.
  return (await answer.json()) as Texts;
}
