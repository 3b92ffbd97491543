import { isNull } from 'drizzle-orm';
import { z } from 'zod';

import { fail } from '#core/contract/errors.ts';
import { withoutBidiControls } from '#core/contract/bidi.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { UploadReceiver } from '#core/server/services/uploads/upload-receiver.ts';

import { RECORDING_KINDS, RECORDING_ORIGINS } from '#plugins/voices/calls.ts';
import { MOST_BYTES, MOST_RECORDINGS } from '#plugins/voices/limits.ts';
import { voicesRecordings } from '../tables.ts';
import { CHECK } from '../job-names.ts';
import { presentRecording } from './own-recordings.ts';

const fieldsSchema = z.object({ kind: z.enum(RECORDING_KINDS), origin: z.enum(RECORDING_ORIGINS) });

const SOUNDS = ['audio/mpeg', 'audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'];
/** What browsers record speech as. */
const RECORDED = [
  ...['audio/webm', 'video/webm', 'audio/ogg', 'audio/opus', 'audio/mp4', 'video/mp4', 'audio/x-m4a'],
  ...['audio/ogg; codecs=opus', 'video/ogg', 'application/ogg', 'video/matroska', 'video/x-matroska', 'audio/matroska'],
];

/** Takes recordings: `/api/uploads/voices/recording` with the fields `kind` and `origin`. */
export function recordingReceiver(ctx: ServerContext): UploadReceiver {
  return {
    async announce({ accountId }, { name, fields }) {
      const { origin } = readFields(fields);
      if (origin === 'uploaded' && !/\.(?:mp3|wav)$/i.test(name)) fail('voices:file-type', {}, { kind: 'invalid' });
      await refuseMany(ctx.db, accountId);
      return { maxSize: MOST_BYTES, accept: origin === 'uploaded' ? SOUNDS : [...SOUNDS, ...RECORDED] };
    },

    async take(tx, { accountId }, file, { fields }) {
      const { kind, origin } = readFields(fields);
      // Many may have been announced at once.
      await refuseMany(tx, accountId);
      const [row] = await tx.scope(accountId).insert(voicesRecordings, {
        ...{ id: file.id, fileId: file.id, kind, origin, name: withoutBidiControls(file.name), state: 'checking' },
        ...{ error: null, facts: null, voiceId: null, createdAt: ctx.clock.now() },
      });
      if (row === undefined) throw new TypeError('a recording was not inserted');
      await ctx.jobs.enqueue(tx, CHECK, { accountId, payload: { id: row.id }, subjectId: row.id });
      // Nothing has been found yet, so there is no sentence in anybody's language.
      return await presentRecording(ctx, row, 'zh');
    },
  };
}

/** @throws expected `voices:most-recordings` (422) */
async function refuseMany(tx: Tx, accountId: string): Promise<void> {
  const loose = await tx.scope(accountId).count(voicesRecordings, isNull(voicesRecordings.voiceId));
  if (loose >= MOST_RECORDINGS) {
    fail('voices:most-recordings', { most: MOST_RECORDINGS }, { kind: 'invalid' });
  }
}

function readFields(fields: Readonly<Record<string, string>>): z.output<typeof fieldsSchema> {
  const read = fieldsSchema.safeParse(fields);
  return read.success ? read.data : fail('voices:upload-fields', {}, { kind: 'invalid' });
}
