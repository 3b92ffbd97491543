import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';

import { fail } from '#core/contract/errors.ts';

/** A sub-folder of clips: one shot group. */
export interface ShotFolder {
  name: string;
  /** Paths of its files, relative to the whole folder, in name order. */
  files: string[];
}

/** Files that no one means as a clip: they are passed over without a word. */
const SILENT = new Set([
  '.txt',
  '.md',
  '.srt',
  '.json',
  '.jpg',
  '.jpeg',
  '.png',
  '.mp3',
  '.wav',
  '.ds_store',
  '.db',
  '.ini',
]);

/** What every output folder holds beside its videos. */
const OWN_FOLDER = '.reelport';

const byName = new Intl.Collator('zh', { numeric: true }).compare;

/**
 * Reads a folder of sub-folders: each is a shot group, in name order. A folder that holds clips and no
 * sub-folders is one group.
 * @throws expected `mixing:folder-missing`, `mixing:folder-unreadable`, `mixing:folder-empty`
 */
export async function readShotFolders(folder: string): Promise<ShotFolder[]> {
  const entries = await list(folder, folder);
  const groups: ShotFolder[] = [];
  for (const entry of entries.filter((each) => each.isDirectory() && !each.name.startsWith('.'))) {
    const inside = await list(join(folder, entry.name), folder);
    // Videos that an earlier run left among the clips are no clips.
    if (inside.some(({ name }) => name === OWN_FOLDER)) continue;
    const files = clipsOf(inside).map((name) => join(entry.name, name));
    if (files.length > 0) {
      groups.push({ name: entry.name, files });
    }
  }
  if (groups.length === 0) {
    const files = clipsOf(entries);
    if (files.length === 0) {
      fail('mixing:folder-empty', { folder }, { kind: 'invalid' });
    }
    groups.push({ name: '1', files });
  }
  return groups;
}

async function list(path: string, folder: string) {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.sort((a, b) => byName(a.name, b.name));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const key = code === 'ENOENT' || code === 'ENOTDIR' ? 'mixing:folder-missing' : 'mixing:folder-unreadable';
    fail(key, { folder: path === folder ? folder : path }, { kind: 'invalid', cause: error });
  }
}

function clipsOf(entries: Awaited<ReturnType<typeof list>>): string[] {
  return entries
    .filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    .map((entry) => entry.name)
    .filter((name) => !SILENT.has(extname(name).toLowerCase()));
}
