import { desc, eq, isNull, type SQL } from 'drizzle-orm';
import { z } from 'zod';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import { languageName } from '#core/contract/languages.ts';
import { voiceMeant } from '#core/contract/voice-choice.ts';
import type { Cost } from '#core/contract/price.ts';
import type { CallData } from '#core/contract/call.ts';
import { translate, translateError, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { Tx } from '#core/server/ground/database/database.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { voicesToChoose } from '#core/server/services/providers/chosen-voice.ts';
import { serviceName } from '#core/server/services/providers/service-name.ts';
import { coreToolRuns } from '#core/server/services/tool-runs/tables.ts';
import { LIBRARY } from '#plugins/materials/server/api.ts';

import {
  DUB_TOOL,
  dubLineSchema,
  type Dub,
  dubChoiceSchema,
  type DubChoice,
  type readDub as readCall,
} from '#plugins/translation/dub-calls.ts';
import { findLanguage, translatedLines, type OfLanguage } from '../lines.ts';
import { whyUnheard } from './hear-lines.ts';
import { speechFailed } from './speak.ts';
import { voiceSources } from './voice-sources.ts';
import { translationDubs, type DubRow, type LineToDub } from '../tables.ts';

/** Reports of before lines were heard back have no transcripts. */
const reportSchema = z.array(dubLineSchema);

/**
 * Begins to dub the accepted lines of a language, as they are now.
 * @throws expected `translation:missing` (404), `translation:dub.no-video`, `translation:dub.nothing` (422),
 *   `translation:dub.busy` (409), `translation:dub.no-library` (503), `core:speech.language`, `core:speech.voice` (422),
 *   `core:space-full` (413), and as `Providers.use`
 */
export async function startDub(
  ctx: ServerContext,
  own: OfLanguage,
  choice: DubChoice,
  language: MessageLanguage,
): Promise<Dub> {
  return await present(ctx, await beginDub(ctx, own, choice, language), language);
}

/** What a dub that is one step of a batch begins with. */
interface Step {
  agreed: Cost | null;
  /** Called in the transaction that begins it. */
  begun(tx: Tx, runId: string): Promise<void>;
}

/** The same, without reading its run. */
export async function beginDub(
  ctx: ServerContext,
  own: OfLanguage,
  choice: DubChoice,
  language: MessageLanguage,
  step?: Step,
): Promise<DubRow> {
  const { accountId } = own;
  const library = ctx.use(LIBRARY) ?? fail('translation:dub.no-library', {}, { kind: 'unavailable' });
  await checkVoices(ctx, own, choice, language);
  await ctx.files.assertSpace(accountId, 1);
  const row = await ctx.db.transaction(async (tx) => {
    // Two that begin at once wait for each other here.
    await ctx.accounts.find(tx, accountId, { lock: true });
    const project = await findLanguage(tx, own);
    const { materialId } = project;
    if (materialId === null) return fail('translation:dub.no-video', {}, { kind: 'invalid' });
    const lines = (await translatedLines(tx, own)).map(({ line, text }): LineToDub => {
      const { cue, start, end, speaker } = line;
      return { cue, start, end, speaker, text: text?.state === 'done' ? text.text : null };
    });
    if (lines.every(({ text }) => text === null)) fail('translation:dub.nothing', {}, { kind: 'invalid' });
    const known = await lastDub(tx, own);
    if (known !== undefined && (await isAtWork(tx, accountId, known.id))) {
      fail('translation:dub.busy', {}, { kind: 'conflict' });
    }
    const title = languageName(own.language, language);
    const folderId = await library.folder(
      tx,
      accountId,
      translate(language, 'translation:dub.folder', { language: title }),
    );
    const begun = await ctx.toolRuns.begin(tx, accountId, {
      ...{ tool: DUB_TOOL, name: `${project.name} ${title}`, inputs: [materialId] },
      settings: { project: own.id, language: own.language, isStep: step !== undefined },
      ...(step === undefined ? {} : { agreed: step.agreed }),
    });
    if (begun.inputs.length === 0) fail('translation:dub.no-video', {}, { kind: 'invalid' });
    const scope = tx.scope(accountId);
    if (known !== undefined) await scope.delete(translationDubs, ofLanguage(own));
    const [inserted] = await scope.insert(translationDubs, {
      ...{ id: begun.id, projectId: own.id, language: own.language, choice, lines, folderId },
      createdAt: ctx.clock.now(),
    });
    await step?.begun(tx, begun.id);
    return inserted;
  });
  if (row === undefined) throw new Error('the inserted dub was not answered');
  return row;
}

/** Says at once what the service cannot speak. */
async function checkVoices(
  ctx: ServerContext,
  own: OfLanguage,
  { voice, speakers }: DubChoice,
  language: MessageLanguage,
): Promise<void> {
  const { voices } = await voicesToChoose(voiceSources(ctx), own, language).catch(speechFailed);
  for (const id of [voice, ...Object.values(speakers)]) {
    if (id !== null && voiceMeant(voices, id) === undefined) fail('core:speech.voice', {}, { kind: 'invalid' });
  }
}

/**
 * Which voices a language has, and what the last dub came to.
 * @throws expected `translation:missing` (404)
 */
export async function readDub(
  ctx: ServerContext,
  own: OfLanguage,
  language: MessageLanguage,
): Promise<CallData<typeof readCall>> {
  await findLanguage(ctx.db, own);
  const row = await lastDub(ctx.db, own);
  const dub = row === undefined ? null : await present(ctx, row, language);
  const rate = rateOf(dub);
  const unheard = await whyUnheard(ctx, own.language, language);
  try {
    return { ...(await voicesToChoose(voiceSources(ctx), own, language)), why: null, unheard, rate, dub };
  } catch (error) {
    ctx.log.info({ err: error }, 'a language cannot be spoken');
    const why = translateError(language, error, 'translation:dub.unavailable');
    return { voices: [], isRobotic: false, services: 0, why, unheard, rate, dub };
  }
}

/** The video of a dub, and where it is slower than the one that it was made from. */
export type FinishedDub = Pick<DubRow, 'stretches'> & { materialId: string };

/** The last dub of a language, while the library has its video; null where there is none. */
export async function finishedDub(ctx: ServerContext, own: OfLanguage): Promise<FinishedDub | null> {
  const { materialId = null, stretches = [] } = (await lastDub(ctx.db, own)) ?? {};
  if (materialId === null) return null;
  const found = (await ctx.use(LIBRARY)?.find(own.accountId, [materialId]))?.get(materialId);
  return found?.kind === 'video' && found.state === 'ready' && !found.trashed ? { materialId, stretches } : null;
}

/** Letters a second, by the lines that were spoken. */
function rateOf(dub: Dub | null): number | null {
  const spoken = dub?.lines.filter((line) => !line.isEstimated && (line.spoken ?? 0) > 0) ?? [];
  const milliseconds = spoken.reduce((sum, line) => sum + (line.spoken ?? 0), 0);
  return milliseconds === 0 ? null : (spoken.reduce((sum, { letters }) => sum + letters, 0) * 1000) / milliseconds;
}

async function present(ctx: ServerContext, row: DubRow, language: MessageLanguage): Promise<Dub> {
  const { id, accountId, choice, report, stretches, materialId, folderId, createdAt } = row;
  const run = await ctx.toolRuns.read(accountId, id, language).catch(orNull);
  const lines = reportSchema.parse(report ?? []);
  const services = [...new Set(lines.flatMap(({ service }) => service ?? []))].map((service) => {
    // That of a cloned voice is named after its service and itself.
    const [adapter = service, clone] = service.split('/');
    return serviceName(ctx.providers, clone === undefined ? 'speech' : 'voices', adapter, language);
  });
  return {
    // Those of before something could be chosen do not have it.
    choice: dubChoiceSchema.parse(choice),
    ...{ run, services, lines, stretches, materialId, folderId, createdAt: createdAt.toISOString() },
  };
}

async function isAtWork(tx: Tx, accountId: string, id: string): Promise<boolean> {
  return (
    (await tx.scope(accountId).find(coreToolRuns, [eq(coreToolRuns.id, id), isNull(coreToolRuns.endedAt)])) !==
    undefined
  );
}

/** Runs may be removed; a dub without one is over. */
function orNull(error: unknown): null {
  if (error instanceof ExpectedError && error.code === 'core:tool-run.missing') return null;
  throw error;
}

const ofLanguage = ({ id, language }: OfLanguage): [SQL, SQL] => [
  eq(translationDubs.projectId, id),
  eq(translationDubs.language, language),
];

async function lastDub(tx: Tx, own: OfLanguage): Promise<DubRow | undefined> {
  const scope = tx.scope(own.accountId);
  const [row] = await scope.select(translationDubs, {
    where: ofLanguage(own),
    orderBy: desc(translationDubs.id),
    limit: 1,
  });
  return row;
}
