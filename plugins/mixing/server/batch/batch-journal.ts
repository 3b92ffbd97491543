import { appendFile, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import { packFingerprint, unpackFingerprint } from '#core/server/services/media/footage/fingerprint-file.ts';

import {
  plannedOutputSchema,
  readRecord,
  replacedOutputSchema,
  writeRecord,
  type OutputRecord,
  type PlannedOutput,
  type ReplacedOutput,
} from './output-record.ts';
import { shownPieces } from '../render/shown-pieces.ts';

const planSchema = z.object({
  settings: z.string(),
  /** Most shots that two outputs may have in common. */
  mostShared: z.number().int(),
  outputs: z.array(plannedOutputSchema),
  /** Outputs that were too much like finished ones. */
  replaced: z.array(replacedOutputSchema).default([]),
});

const NO_PLAN: z.output<typeof planSchema> = { settings: '', mostShared: 0, outputs: [], replaced: [] };

/** What a batch remembers beside its videos, so that a second start goes on where the first one ended. */
export interface BatchJournal {
  /** A folder for files of this run, on the file system of the videos. */
  work: string;
  /** Outputs whose video is there, whole. */
  records: OutputRecord[];
  /** What was planned with these settings and is not made yet. */
  planned(settings: string): PlannedOutput[];
  /** Most shots that two outputs with these settings may have in common, as planned last; null before that. */
  mostShared(settings: string): number | null;
  plan(settings: string, mostShared: number, outputs: readonly PlannedOutput[]): Promise<void>;
  /** Outputs with these settings that were too much like finished ones, and were left for others. */
  replaced(settings: string): ReplacedOutput[];
  /** Takes a planned output out of the plan: it is too much like a finished one. */
  replace(output: ReplacedOutput): Promise<void>;
  /** Remembers a finished output. The video must be in its place. */
  add(record: OutputRecord): Promise<void>;
}

/** Opens the journal of an output folder, creating both where they are missing. */
export async function openJournal(out: string): Promise<BatchJournal> {
  const folder = join(out, '.reelport');
  const work = join(folder, 'work');
  const [outputsFile, planFile] = [join(folder, 'outputs.jsonl'), join(folder, 'plan.json')];
  const footageFile = join(folder, 'footage.jsonl');
  await mkdir(folder, { recursive: true });
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });

  const footage = await readFootage(footageFile);
  const text = await readFile(outputsFile, 'utf8').catch(() => '');
  const byFile = new Map<string, OutputRecord>();
  for (const line of text.split('\n')) {
    const record = line === '' ? undefined : readRecord(line, footage);
    if (record !== undefined) {
      byFile.set(record.file, record);
    }
  }
  for (const record of byFile.values()) {
    const found = await stat(join(out, record.file)).catch(() => undefined);
    if (found?.size !== record.size) {
      byFile.delete(record.file);
    }
  }
  const stored = planSchema.safeParse(await readJson(planFile));
  let plan: z.output<typeof planSchema> = stored.success ? stored.data : NO_PLAN;

  // A last line without its end would swallow the next one.
  if (text !== '' && !text.endsWith('\n')) {
    await replaceFile(outputsFile, [...byFile.values()].map((record) => `${writeRecord(record)}\n`).join(''));
  }
  return {
    work,
    get records() {
      return [...byFile.values()].sort((a, b) => a.index - b.index);
    },
    planned(settings) {
      const made = new Set([...byFile.values()].map((record) => record.index));
      return plan.settings === settings ? plan.outputs.filter((output) => !made.has(output.index)) : [];
    },
    mostShared: (settings) => (plan.settings === settings ? plan.mostShared : null),
    async plan(settings, mostShared, outputs) {
      const replaced = plan.settings === settings ? plan.replaced : [];
      plan = { settings, mostShared, outputs: [...outputs], replaced };
      await replaceFile(planFile, JSON.stringify(plan));
    },
    replaced: (settings) => (plan.settings === settings ? plan.replaced : []),
    async replace(output) {
      const outputs = plan.outputs.filter(({ index }) => index !== output.index);
      plan = { ...plan, outputs, replaced: [...plan.replaced, output] };
      await replaceFile(planFile, JSON.stringify(plan));
    },
    async add(record) {
      const fresh = new Map(record.parts.flatMap((part) => (footage.has(part.key) ? [] : [[part.key, part.footage]])));
      fresh.forEach((shown, key) => footage.set(key, shown));
      await appendFile(footageFile, [...fresh].map(footageLine).join(''));
      byFile.set(record.file, record);
      await appendFile(outputsFile, `${writeRecord(record)}\n`);
    },
  };
}

const footageSchema = z.object({ key: z.string(), footage: z.base64() });

function footageLine([key, footage]: [string, Fingerprint]): string {
  return `${JSON.stringify({ key, footage: packFingerprint(footage).toString('base64') })}\n`;
}

/** What parts of outputs show, by their keys; a line that was not written to its end is left out. */
async function readFootage(path: string): Promise<Map<string, Fingerprint>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const known = new Map<string, Fingerprint>();
  for (const line of text.split('\n')) {
    try {
      const { key, footage } = footageSchema.parse(JSON.parse(line));
      known.set(key, shownPieces.get(key) ?? shownPieces.set(key, unpackFingerprint(Buffer.from(footage, 'base64'))));
    } catch {
      continue;
    }
  }
  // A last line without its end would swallow the next one.
  if (text !== '' && !text.endsWith('\n')) await replaceFile(path, [...known].map(footageLine).join(''));
  return known;
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
}

async function replaceFile(path: string, content: string): Promise<void> {
  await writeFile(`${path}.part`, content);
  await rename(`${path}.part`, path);
}
