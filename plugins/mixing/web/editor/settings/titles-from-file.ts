import { chooseFiles } from '#core/web/choose-files.ts';
import type { PluginContext } from '#core/web/plugin-context.ts';
import { TOASTS } from '#core/web/toasts/toasts.ts';

import type { CoverTitles } from '#plugins/mixing/api.ts';
import { MAX_TITLES, TITLE_LETTERS } from '#plugins/mixing/project.ts';
import { readSubtitleFile } from './read-subtitle-file.ts';

/** A cell of a table in quotes, as spreadsheets write those with commas. */
const QUOTED = /^"((?:[^"]|"")*)"/;

/** Adds the lines of a text file, or the first column of a table, to the titles. */
export async function titlesFromFile(context: PluginContext, cover: CoverTitles): Promise<CoverTitles> {
  const [file] = (await chooseFiles({ accept: '.txt,.csv,text/plain,text/csv' })) ?? [];
  if (file === undefined) return cover;
  const lines = linesOf(await readSubtitleFile(file), file.name.toLowerCase().endsWith('.csv'));
  const fresh = lines.filter((line) => line.length <= TITLE_LETTERS && !cover.texts.includes(line));
  const texts = [...cover.texts, ...fresh].slice(0, MAX_TITLES);
  const added = texts.length - cover.texts.length;
  const left = lines.length - added;
  if (left > 0 || added === 0) {
    const most = { most: MAX_TITLES, letters: TITLE_LETTERS };
    const text = () =>
      lines.length === 0
        ? context.t('mixing:titles-file.empty')
        : context.t('mixing:titles-file.left', { count: left, ...most });
    context.get(TOASTS).show({ kind: 'warning', text, key: 'mixing.titles-file' });
  }
  return added === 0 ? cover : { ...cover, texts };
}

/** The lines of a text without those that are empty, each once; of a table what stands in the first column. */
export function linesOf(text: string, isTable: boolean): string[] {
  const lines = text.split(/\r\n|[\r\n]/).map((line) => (isTable ? firstCell(line) : line).trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

function firstCell(line: string): string {
  const quoted = QUOTED.exec(line)?.[1];
  return quoted === undefined ? (line.split(/[,;\t]/, 1)[0] ?? '') : quoted.replaceAll('""', '"');
}
