import { spawnSync } from 'node:child_process';

/**
 * Languages of subtitles whose letters are in few fonts, by the names that fontconfig has for them, as the pages call
 * them: what the system calls them differs between releases of Node.js.
 * @type {Readonly<Record<string, { zh: string, en: string }>>}
 */
export const RARE = {
  ar: { zh: '阿拉伯语', en: 'Arabic' },
  he: { zh: '希伯来语', en: 'Hebrew' },
  th: { zh: '泰语', en: 'Thai' },
  hi: { zh: '印地语', en: 'Hindi' },
  bn: { zh: '孟加拉语', en: 'Bengali' },
  el: { zh: '希腊语', en: 'Greek' },
  ru: { zh: '俄语', en: 'Russian' },
  uk: { zh: '乌克兰语', en: 'Ukrainian' },
  vi: { zh: '越南语', en: 'Vietnamese' },
};

/**
 * Languages of subtitles that no font of this machine has the letters of. A video would show boxes in their place, so a
 * run refuses them; who starts the server learns of it here, before somebody has waited.
 * @param {string} [listed] the languages of each font, as `fc-list : lang` prints them
 * @returns {string[]} none where fontconfig cannot be asked
 */
export function languagesWithoutFont(listed = spawnSync('fc-list', [':', 'lang'], { encoding: 'utf8' }).stdout ?? '') {
  const known = new Set(listed.split(/[\s:|,]|lang=/));
  return listed.trim() === '' ? [] : Object.keys(RARE).filter((language) => !known.has(language));
}
