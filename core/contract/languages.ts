/** A language that videos can be spoken or subtitled in. */
export interface Language {
  /** BCP 47 tag, used as the id everywhere. */
  readonly tag: string;
  readonly zh: string;
  readonly en: string;
}

/** The 28 languages of translation and dubbing, in the order in which pages list them. */
export const LANGUAGES: readonly Language[] = [
  { tag: 'zh-CN', zh: '中文', en: 'Chinese' },
  { tag: 'en-US', zh: '英语', en: 'English' },
  { tag: 'ja-JP', zh: '日语', en: 'Japanese' },
  { tag: 'ko-KR', zh: '韩语', en: 'Korean' },
  { tag: 'id-ID', zh: '印度尼西亚语', en: 'Indonesian' },
  { tag: 'ms-MY', zh: '马来语', en: 'Malay' },
  { tag: 'th-TH', zh: '泰语', en: 'Thai' },
  { tag: 'vi-VN', zh: '越南语', en: 'Vietnamese' },
  { tag: 'fil-PH', zh: '菲律宾语', en: 'Filipino' },
  { tag: 'ar-SA', zh: '阿拉伯语', en: 'Arabic' },
  { tag: 'fr-FR', zh: '法语', en: 'French' },
  { tag: 'de-DE', zh: '德语', en: 'German' },
  { tag: 'it-IT', zh: '意大利语', en: 'Italian' },
  { tag: 'ru-RU', zh: '俄语', en: 'Russian' },
  { tag: 'pt-BR', zh: '葡萄牙语', en: 'Portuguese' },
  { tag: 'es-ES', zh: '西班牙语', en: 'Spanish' },
  { tag: 'hi-IN', zh: '印地语', en: 'Hindi' },
  { tag: 'bn-BD', zh: '孟加拉语', en: 'Bengali' },
  { tag: 'he-IL', zh: '希伯来语', en: 'Hebrew' },
  { tag: 'sv-SE', zh: '瑞典语', en: 'Swedish' },
  { tag: 'nb-NO', zh: '挪威语', en: 'Norwegian' },
  { tag: 'nl-NL', zh: '荷兰语', en: 'Dutch' },
  { tag: 'el-GR', zh: '希腊语', en: 'Greek' },
  { tag: 'uk-UA', zh: '乌克兰语', en: 'Ukrainian' },
  { tag: 'hu-HU', zh: '匈牙利语', en: 'Hungarian' },
  { tag: 'pl-PL', zh: '波兰语', en: 'Polish' },
  { tag: 'tr-TR', zh: '土耳其语', en: 'Turkish' },
  { tag: 'cs-CZ', zh: '捷克语', en: 'Czech' },
];

/** What a tag of a language looks like, BCP 47 without its rarer parts. */
export const LANGUAGE_TAG = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

/**
 * A language's name for readers of one language, also where its tag has no region; for one that is none of the 28, what
 * the system calls it.
 */
export function languageName(tag: string, reader: 'zh' | 'en'): string {
  const known = LANGUAGES.find((language) => language.tag === tag || language.tag.split('-')[0] === tag);
  if (known !== undefined) return known[reader];
  try {
    return new Intl.DisplayNames([reader], { type: 'language' }).of(tag) ?? tag;
  } catch {
    // A tag that is none.
    return tag;
  }
}
