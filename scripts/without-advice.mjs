/** What i18next tells developers beside what is wrong, and what is left of it. */
const ADVICE = [
  [
    ", 'This means something IS WRONG in your setup. You access the t function before i18next.init / i18next.loadNamespace / i18next.changeLanguage was done. Wait for the callback or Promise to resolve before accessing it!!!'",
    '',
  ],
  [
    ' to declare the calling convention (true: read(language, namespace, callback) and create(languages, namespace, key, fallbackValue, callback, options); false: both return a promise or a value); guessing it from the number of parameters is deprecated',
    '',
  ],
  [
    ' to declare how the async detect() answers (true: detect(callback); false: detect() returns a promise); guessing it from the number of parameters is deprecated',
    '',
  ],
  [
    " from lng, changeLanguage(), the language detector or loadLanguages(): it is not configured and has other characters than letters, digits, '-', '_', '@' and '.' (or '..', or more than 128). List it in supportedLngs to use it",
    '',
  ],
  [
    " — ' + 'if any of those values are attacker-controlled they can inject additional ' + 'nesting options (e.g. redirect lng/ns). Sanitise untrusted input before passing ' + 'it to t(), or keep escapeValue: true.'",
    "'",
  ],
];

/**
 * A loader that takes from i18next its advice to developers: every page loads it, and the warnings themselves stay.
 * @param {string} source
 * @throws {Error} when a version of i18next says it in other words
 */
export default function withoutAdvice(source) {
  return ADVICE.reduce((/** @type {string} */ text, [long = '', short = '']) => {
    if (!text.includes(long))
      throw new Error(`i18next no longer says "${long.slice(0, 60)}…": look at without-advice.mjs`);
    return text.replaceAll(long, short);
  }, source);
}
