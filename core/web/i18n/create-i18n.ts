import { createInstance, type i18n as I18next } from 'i18next';
import { action, createAtom, observable, runInAction } from 'mobx';

import { PAGE_COOKIES } from '#core/contract/boot.ts';
import type { MessageParams } from '#core/contract/errors.ts';
import { withoutBidiControls } from '#core/contract/bidi.ts';
import { isAboutOne, keyForOne } from '#core/contract/key-for-one.ts';
import type { MessageKey } from '#core/contract/message-keys.ts';

import { writePageCookie } from '../page-cookie.ts';
import { createFormats } from './formats.ts';
import type { I18n, Language } from './i18n.ts';

type Texts = Readonly<Record<string, string>>;

export interface I18nOptions {
  language: Language;
  /** Texts in the initial language that are already available, by namespace. */
  texts: Readonly<Record<string, Texts>>;
  /** Fetches the texts of a namespace. */
  fetchTexts(language: Language, namespace: string): Promise<Texts>;
  /** The current revision of a namespace's texts, for namespaces whose texts may be replaced while the page is open. */
  revisionOf?(namespace: string): string | undefined;
  /** Stores the language for the next visit. */
  remember(language: Language): void;
  document?: Document;
  now?: () => number;
}

/** The kernel's {@link I18n}. */
export interface I18nService extends I18n {
  /**
   * Adds texts from elsewhere, by key with namespace.
   * @param replaces whether they take precedence over texts that are already loaded
   */
  add(language: Language, texts: Texts, replaces?: boolean): void;
}

/** Storage key of the language, unchanged from earlier versions of the product. */
export const LANGUAGE_KEY = 'localeLanguage';

/** Creates the {@link I18nService}: i18next inside, observable outside. */
export function createI18n(options: I18nOptions): I18nService {
  const { document = globalThis.document } = options;
  const library = openLibrary(options);
  const changed = createAtom('texts');
  const current = observable.box<Language>(options.language);
  /** The namespaces in use; switching the language loads these and no others. */
  const used = new Set(Object.keys(options.texts));
  /** Pending requests by language and namespace, for example `zh/landing`. */
  const loading = new Map<string, Promise<void>>();
  /**
   * Titles of plugins whose texts are not loaded, by language and key; those in `over` take precedence over loaded
   * texts.
   */
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
          // The response belongs to a revision that has been replaced in the meantime.
          if (options.revisionOf?.(namespace) !== revision) return;
          library.addResourceBundle(language, namespace, texts, true, true);
          for (const name in texts) names.over[language].delete(`${namespace}:${name}`);
          whole.add(name);
          // Texts of other languages show once the language is switched.
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
      const language = current.get();
      const one = params !== undefined && isAboutOne(params) ? keyForOne(key) : key;
      // As plain text: to narrow the union of all keys by what `exists` says takes the compiler half a minute.
      const name: string = known(language, one) === undefined ? key : one;
      const text = known(language, name);
      // Most texts have no placeholders and can be returned directly; the rest is left to i18next.
      if (params === undefined && text !== undefined && !/\{\{|\$t\(/.test(text)) return text;
      if (text !== undefined) teach(language, name, text);
      return library.exists(name) ? library.t(name, params ?? {}) : name;
    },
    async load(namespace) {
      used.add(namespace);
      await load(current.get(), namespace);
    },
    async setLanguage(language) {
      wanted = language;
      if (language === current.get()) return;
      await Promise.all([...used].map((namespace) => load(language, namespace)));
      // A later choice of language wins, whichever texts arrive first.
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

  /** Gives i18next a text to fill in, since a plugin title may not have been added to it yet. */
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
  // Keys are flat and contain dots; texts are plain sentences, not HTML.
  void library.init({
    lng: language,
    fallbackLng: false,
    ns: Object.keys(texts),
    resources: { [language]: texts },
    keySeparator: false,
    nsSeparator: ':',
    // A name must not turn the sentence around it.
    interpolation: { escape: withoutBidiControls },
    initAsync: false,
  });
  return library;
}

/** The language tag for the `lang` attribute. */
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
  // Generated by the build, or checked when the plugin was installed.
  return (await answer.json()) as Texts;
}
