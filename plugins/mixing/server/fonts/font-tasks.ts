import { openFontFile, type FontFile } from './font-file.ts';
import { fontParts } from './font-parts.ts';

/** A face, named by the content of its file. */
export interface HashedFace {
  path: string;
  index: number;
  hash: string;
}

export type FontTask =
  | { do: 'look'; faces: readonly HashedFace[]; characters: string }
  | { do: 'cut'; face: HashedFace; codes: readonly number[] };

/** What a face draws of some characters. */
export interface LookedAt {
  weight: number;
  mayPassOn: boolean;
  characters: string;
  /** Code points of each part that is needed. */
  parts: number[][];
}

/** Files that a thread keeps open: a CJK font takes 40 MB. */
const OPEN = 3;

const opened = new Map<string, Promise<FontFile>>();

/** Does a task. */
export async function fontTask(task: FontTask): Promise<LookedAt[] | Uint8Array> {
  if (task.do === 'cut') return (await open(task.face)).cut(task.codes);
  let left = new Set([...task.characters].map((character) => character.codePointAt(0) ?? 0));
  const looked: LookedAt[] = [];
  for (const face of task.faces) {
    const { codes, weight, mayPassOn } = await open(face);
    const drawn = left.intersection(codes);
    left = left.difference(codes);
    const characters = [...drawn].map((code) => String.fromCodePoint(code)).join('');
    looked.push({ weight, mayPassOn, characters, parts: mayPassOn ? fontParts([...drawn], codes) : [] });
  }
  return looked;
}

async function open({ path, index, hash }: HashedFace): Promise<FontFile> {
  const key = `${hash} ${index}`;
  const file = opened.get(key) ?? openFontFile(path, index);
  // The one that was used last is closed last.
  opened.delete(key);
  opened.set(key, file);
  const [oldest] = opened.keys();
  if (opened.size > OPEN && oldest !== undefined) {
    const closing = opened.get(oldest);
    opened.delete(oldest);
    closing?.then(
      (font) => font.close(),
      () => undefined,
    );
  }
  try {
    return await file;
  } catch (error) {
    opened.delete(key);
    throw error;
  }
}
