/** A language that videos can be spoken or subtitled in. */
export interface Language {
  /** BCP 47 tag, used as the id everywhere. */
  readonly tag: string;
  readonly zh: string;
  readonly en: string;
  /** The language's code in each engine; null if the engine does not support it. */
  readonly whisper: string | null;
  readonly deepl: string | null;
  readonly libre: string | null;
  readonly espeak: string | null;
}

/** The 28 languages of translation and dubbing, in the order in which pages list them. */
export const LANGUAGES: readonly Language[] = [
  {
    tag: 'zh-CN',
    zh: '中文',
    en: 'Chinese',
    whisper: 'zh',
    deepl: 'ZH-HANS',
    libre: 'zh-Hans',
    espeak: 'cmn-latn-pinyin',
  },
  { tag: 'en-US', zh: '英语', en: 'English', whisper: 'en', deepl: 'EN-US', libre: 'en', espeak: 'en-us' },
  { tag: 'ja-JP', zh: '日语', en: 'Japanese', whisper: 'ja', deepl: 'JA', libre: 'ja', espeak: 'ja' },
  { tag: 'ko-KR', zh: '韩语', en: 'Korean', whisper: 'ko', deepl: 'KO', libre: 'ko', espeak: 'ko' },
  { tag: 'id-ID', zh: '印度尼西亚语', en: 'Indonesian', whisper: 'id', deepl: 'ID', libre: 'id', espeak: 'id' },
  { tag: 'ms-MY', zh: '马来语', en: 'Malay', whisper: 'ms', deepl: null, libre: 'ms', espeak: 'ms' },
  { tag: 'th-TH', zh: '泰语', en: 'Thai', whisper: 'th', deepl: null, libre: 'th', espeak: 'th' },
  { tag: 'vi-VN', zh: '越南语', en: 'Vietnamese', whisper: 'vi', deepl: null, libre: 'vi', espeak: 'vi' },
  { tag: 'fil-PH', zh: '菲律宾语', en: 'Filipino', whisper: 'tl', deepl: null, libre: 'tl', espeak: null },
  { tag: 'ar-SA', zh: '阿拉伯语', en: 'Arabic', whisper: 'ar', deepl: 'AR', libre: 'ar', espeak: 'ar' },
  { tag: 'fr-FR', zh: '法语', en: 'French', whisper: 'fr', deepl: 'FR', libre: 'fr', espeak: 'fr-fr' },
  { tag: 'de-DE', zh: '德语', en: 'German', whisper: 'de', deepl: 'DE', libre: 'de', espeak: 'de' },
  { tag: 'it-IT', zh: '意大利语', en: 'Italian', whisper: 'it', deepl: 'IT', libre: 'it', espeak: 'it' },
  { tag: 'ru-RU', zh: '俄语', en: 'Russian', whisper: 'ru', deepl: 'RU', libre: 'ru', espeak: 'ru' },
  { tag: 'pt-BR', zh: '葡萄牙语', en: 'Portuguese', whisper: 'pt', deepl: 'PT-BR', libre: 'pt-BR', espeak: 'pt-br' },
  { tag: 'es-ES', zh: '西班牙语', en: 'Spanish', whisper: 'es', deepl: 'ES', libre: 'es', espeak: 'es' },
  { tag: 'hi-IN', zh: '印地语', en: 'Hindi', whisper: 'hi', deepl: null, libre: 'hi', espeak: 'hi' },
  { tag: 'bn-BD', zh: '孟加拉语', en: 'Bengali', whisper: 'bn', deepl: null, libre: 'bn', espeak: 'bn' },
  { tag: 'he-IL', zh: '希伯来语', en: 'Hebrew', whisper: 'he', deepl: null, libre: 'he', espeak: 'he' },
  { tag: 'sv-SE', zh: '瑞典语', en: 'Swedish', whisper: 'sv', deepl: 'SV', libre: 'sv', espeak: 'sv' },
  { tag: 'nb-NO', zh: '挪威语', en: 'Norwegian', whisper: 'no', deepl: 'NB', libre: 'nb', espeak: 'nb' },
  { tag: 'nl-NL', zh: '荷兰语', en: 'Dutch', whisper: 'nl', deepl: 'NL', libre: 'nl', espeak: 'nl' },
  { tag: 'el-GR', zh: '希腊语', en: 'Greek', whisper: 'el', deepl: 'EL', libre: 'el', espeak: 'el' },
  { tag: 'uk-UA', zh: '乌克兰语', en: 'Ukrainian', whisper: 'uk', deepl: 'UK', libre: 'uk', espeak: 'uk' },
  { tag: 'hu-HU', zh: '匈牙利语', en: 'Hungarian', whisper: 'hu', deepl: 'HU', libre: 'hu', espeak: 'hu' },
  { tag: 'pl-PL', zh: '波兰语', en: 'Polish', whisper: 'pl', deepl: 'PL', libre: 'pl', espeak: 'pl' },
  { tag: 'tr-TR', zh: '土耳其语', en: 'Turkish', whisper: 'tr', deepl: 'TR', libre: 'tr', espeak: 'tr' },
  { tag: 'cs-CZ', zh: '捷克语', en: 'Czech', whisper: 'cs', deepl: 'CS', libre: 'cs', espeak: 'cs' },
];

/** The language of a tag, or undefined for a tag that is none of the 28. */
export function languageOf(tag: string): Language | undefined {
  return LANGUAGES.find((language) => language.tag === tag);
}
