import { and, eq, inArray } from 'drizzle-orm';

import type { AccountScope, Tx } from '#core/server/ground/database/database.ts';
import type { Fingerprint } from '#core/server/services/media/footage/fingerprint.ts';
import { packFingerprint, unpackFingerprint } from '#core/server/services/media/footage/fingerprint-file.ts';

import type { RenderedOutput } from '../render/render-output.ts';
import { shownPieces } from '../render/shown-pieces.ts';
import { mixingFootage } from '../tables.ts';
import type { Output } from './outputs.ts';
import type { OutputFacts } from './run-facts.ts';

function unpacked(key: string, footage: string): Fingerprint {
  return shownPieces.get(key) ?? shownPieces.set(key, unpackFingerprint(Buffer.from(footage, 'base64')));
}

const textOf = (words: Uint32Array) => Buffer.from(words.buffer, words.byteOffset, words.byteLength).toString('base64');

function wordsOf(text: string): Uint32Array {
  const bytes = Buffer.from(text, 'base64');
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

/** What a row keeps of a rendered output. What its parts show is kept by {@link keepFootage}. */
export function packOutput({ parts, audio, ...facts }: RenderedOutput): OutputFacts['made'] {
  return { ...facts, parts: parts.map(({ key, frames }) => ({ key, frames })), audio: textOf(audio) };
}

/** Keeps what the parts of an output show, once for all outputs of the project that use them. */
export async function keepFootage(
  tx: Tx,
  { accountId, projectId }: { accountId: string; projectId: string },
  { parts }: Pick<RenderedOutput, 'parts'>,
): Promise<void> {
  const shown = new Map(parts.map(({ key, footage }) => [key, footage]));
  const rows = [...shown].map(([key, footage]) => ({
    ...{ accountId, projectId, key, footage: packFingerprint(footage).toString('base64') },
  }));
  if (rows.length > 0) await tx.orm.insert(mixingFootage).values(rows).onConflictDoNothing();
}

/** An output whose row was read, with what it shows. */
export type ShownOutput = Output & { rendered: RenderedOutput };

/**
 * Reads what outputs of a project show. One of which that is not known is left out: it can be compared with nothing.
 */
export async function withFootage(
  scope: AccountScope,
  projectId: string,
  outputs: readonly Output[],
): Promise<ShownOutput[]> {
  const keys = new Set(outputs.flatMap(({ facts }) => facts?.parts.map(({ key }) => key) ?? []));
  const rows =
    keys.size === 0
      ? []
      : await scope.select(mixingFootage, {
          where: and(eq(mixingFootage.projectId, projectId), inArray(mixingFootage.key, [...keys])),
        });
  const footage = new Map<string, Fingerprint>(rows.map((row) => [row.key, unpacked(row.key, row.footage)]));
  return outputs.flatMap((output) => {
    if (output.facts === null) return [];
    const { sha256, size, seconds, parts, audio, loudnessRange, copied, copiedShots } = output.facts;
    const shown = parts.flatMap(({ key, frames }) => {
      const own = footage.get(key);
      return own === undefined ? [] : [{ key, frames, footage: own }];
    });
    if (shown.length < parts.length) return [];
    const known = { sha256, size, seconds, loudnessRange, copied, copiedShots };
    const rendered = { ...known, parts: shown, audio: wordsOf(audio) };
    return [{ ...output, rendered }];
  });
}
