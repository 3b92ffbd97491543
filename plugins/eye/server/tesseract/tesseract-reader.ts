import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { fail } from '#core/contract/errors.ts';
import { temporaryName } from '#core/server/services/files/temporary-names.ts';
import type { MediaTools } from '#core/server/services/media/runner.ts';
import { createSlots } from '#core/server/services/media/slots.ts';
import type { Opened } from '#core/server/services/providers/provider-adapter.ts';
import type { PictureLine, PictureLines } from '#core/server/services/providers/picture-text.ts';

import type { FoundLines } from '../pp-ocr/program.ts';
import { readEach } from '../read-each.ts';
import { readTable, surestWords, together } from './read-table.ts';
import { runTesseract } from './run-tesseract.ts';
import { TESSERACT_LANGUAGES } from './tesseract-languages.ts';

/** Must be raised whenever the same picture is read differently. */
const VERSION = 1;
/** Below this, what was read is more likely a pattern than text. */
const LEAST_CONFIDENCE = 0.5;
/** Pictures that are read at once. */
const AT_ONCE = 2;

export interface TesseractOptions {
  tools: MediaTools;
  /** Where the pictures of lines lie while they are read. */
  folder: string;
  /** The program; `tesseract` on the path by default. */
  program?: string;
  /** Finds the lines of a picture and prepares them; without it Tesseract looks for them itself, which it does badly. */
  findLines?(path: string, folder: string, signal?: AbortSignal): Promise<FoundLines>;
}

/**
 * Reads by the program Tesseract the languages that are installed for it. It makes many mistakes.
 * @throws expected `eye:tesseract.missing`, `eye:tesseract.no-languages`
 */
export async function openTesseract(options: TesseractOptions): Promise<Opened<'picture-text'>> {
  const { tools, folder, program = process.env['TESSERACT_PATH'] || 'tesseract', findLines } = options;
  const run = (args: readonly string[], cwd: string, signal?: AbortSignal) =>
    runTesseract(args, { tools, program, folder: cwd, signal });
  const release = /tesseract v?(\S+)/.exec(await run(['--version'], folder))?.[1] ?? 'unknown';
  const installed = new Set((await run(['--list-langs'], folder)).split('\n').map((line) => line.trim()));
  const known = Object.entries(TESSERACT_LANGUAGES).filter(([, name]) => installed.has(name));
  if (known.length === 0) fail('eye:tesseract.no-languages', {}, { kind: 'unavailable' });
  const slots = createSlots(AT_ONCE);

  async function readLines(
    found: FoundLines,
    names: string,
    own: string,
    signal?: AbortSignal,
  ): Promise<PictureLine[]> {
    if (found.lines.length === 0) return [];
    const pictures = found.lines.flatMap(({ pictures: each }, line) => each.map((path) => ({ path, line })));
    await writeFile(join(own, 'list.txt'), pictures.map(({ path }) => `${path}\n`).join(''));
    // Each of them is one line of text.
    const { words } = readTable(await run(['list.txt', 'stdout', '-l', names, '--psm', '7', 'tsv'], own, signal));
    return found.lines.flatMap(({ corners }, line): PictureLine[] => {
      const surest = surestWords(
        words.filter(({ picture }) => pictures[picture]?.line === line),
        LEAST_CONFIDENCE,
      );
      if (surest.length === 0) return [];
      const { text, confidence } = together(surest);
      return [{ text, confidence, corners }];
    });
  }

  async function readAll(path: string, names: string, signal?: AbortSignal): Promise<PictureLines> {
    const { sizes, words } = readTable(await run([path, 'stdout', '-l', names, '--psm', '11', 'tsv'], folder, signal));
    const [size] = sizes;
    if (size === undefined) return fail('core:provider.not-a-picture', {}, { kind: 'invalid' });
    const lines = Object.values(Object.groupBy(words, ({ line }) => line)).map((line = []) => together(line));
    const sure = lines.filter(({ confidence }) => confidence >= LEAST_CONFIDENCE);
    return {
      ...size,
      lines: sure.map(({ text, confidence, left, top, right, bottom }) => ({
        ...{ text, confidence },
        corners: [
          [left, top],
          [right, top],
          [right, bottom],
          [left, bottom],
        ],
      })),
    };
  }

  async function readOne(path: string, names: string, signal?: AbortSignal): Promise<PictureLines> {
    if (findLines === undefined) return await readAll(path, names, signal);
    const own = join(folder, temporaryName());
    await mkdir(own);
    try {
      const found = await findLines(path, own, signal);
      return { width: found.width, height: found.height, lines: await readLines(found, names, own, signal) };
    } finally {
      await rm(own, { recursive: true, force: true });
    }
  }

  return {
    version: `tesseract ${release} ${findLines === undefined ? 'alone ' : ''}${VERSION}`,
    draft: true,
    languages: async () => known.map(([tag]) => tag),
    async read(pictures, options) {
      const names = options.languages.flatMap((tag) => TESSERACT_LANGUAGES[tag] ?? []).join('+');
      return await readEach(pictures, options, async (path, signal) => {
        const release = await slots.acquire(signal);
        try {
          return await readOne(path, names, signal);
        } finally {
          release();
        }
      });
    },
    async probe(signal) {
      await run(['--version'], folder, signal);
    },
  };
}
