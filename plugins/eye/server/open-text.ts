import type { z } from 'zod';

import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { wantWork } from '#core/server/services/jobs/want-work.ts';

import { READ_TEXT, readingOf, type openText as call, type VideoText } from '../calls.ts';
import type { Eye } from './api.ts';
import { sourceOf } from './source-of.ts';

/**
 * What is known of a video's text; where that is nothing, it is read from now on. Twice at once reads it once.
 * @throws expected `eye:video-missing`, and what the eye says of the language
 */
export async function openText(
  ctx: ServerContext,
  eye: Eye,
  accountId: string,
  { id, language, again }: z.output<typeof call.body>,
  reader: MessageLanguage,
): Promise<VideoText> {
  const source = await sourceOf(ctx, accountId, id);
  const recall = () => eye.recallVideo(source, { language });
  const known = await recall();
  if (known) return { state: 'read', progress: 1, cues: [...known.cues], error: null };
  const wanted = { plugin: 'eye', job: READ_TEXT, subjectId: readingOf(id, language), payload: { id, language } };
  const { state, ...work } = await wantWork(
    ctx,
    { ...wanted, accountId, again, isKnown: async () => Boolean(await recall()) },
    reader,
  );
  return { ...work, state: state === 'working' ? 'reading' : 'failed', cues: [] };
}
