import { spawnSync } from 'node:child_process';

/** Languages of subtitles whose letters are in few fonts, by the names that fontconfig has for them. */
const RARE = ['ar', 'he', 'th', 'hi', 'bn', 'el', 'ru', 'uk', 'vi'];

/**
 * Languages of subtitles that no font of this machine has the letters of. A video would show boxes in their place, so a
 * run refuses them; who starts the server learns of it here, before somebody has waited.
 * @param {string} [listed] the languages of each font, as `fc-list : lang` prints them
 * @returns {string[]} none where fontconfig cannot be asked
 */
export function languagesWithoutFont(listed = spawnSync('fc-list', [':', 'lang'], { encoding: 'utf8' }).stdout ?? '') {
  const known = new Set(listed.split(/[\s:|,]|lang=/));
  return listed.trim() === '' ? [] : RARE.filter((language) => !known.has(language));
}
