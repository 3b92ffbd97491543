import type { z } from 'zod';

import { chooseBoundaries, DEFAULT_SENSITIVITY, DEFAULT_SHORTEST } from '#core/contract/shots.ts';
import type { MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import { wantWork } from '#core/server/services/jobs/want-work.ts';
import type { JobHandler } from '#core/server/services/jobs/jobs.ts';
import type { Material } from '#core/server/services/media/inspect-material.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';
import { readShots, shotsNode } from '#core/server/services/media/shots/shots-node.ts';
import { readSpeech, speechNode } from '#core/server/services/media/speech/speech-node.ts';

import { FIND_MOMENTS, momentsOf, openMoments as call, type Moments } from '#plugins/copywriting/calls.ts';
import { sourceOf } from '../source-of.ts';

/**
 * What is known of the moments of a video that cues snap to; where that is nothing, they are found from now on.
 * @throws expected `copywriting:video-missing` (422)
 */
export async function openMoments(
  ctx: ServerContext,
  accountId: string,
  { id, again }: z.output<typeof call.body>,
  reader: MessageLanguage,
): Promise<Moments> {
  const source = await sourceOf(ctx, accountId, id);
  const known = await recall(ctx, source);
  if (known !== null) return { state: 'found', progress: 1, error: null, ...known };
  const wanted = { plugin: 'copywriting', job: FIND_MOMENTS, subjectId: momentsOf(id), payload: { id } };
  const isKnown = async () => (await recall(ctx, source)) !== null;
  const { state, ...work } = await wantWork(ctx, { ...wanted, accountId, again, isKnown }, reader);
  return { ...work, state: state === 'working' ? 'finding' : 'failed', speech: [], shots: [] };
}

/** The job that finds where somebody speaks in a video and where its shots begin, unless that was found before. */
export function findMomentsJob(ctx: ServerContext): JobHandler {
  const { graph, runner } = ctx.media;
  return async (job) => {
    const { id } = call.body.pick({ id: true }).parse(job.payload);
    const source = await sourceOf(ctx, job.task.accountId, id);
    const { signal } = job;
    const material = await graph.make([materialNode(runner, source)], ([made]) => look(source, made), { signal });
    const nodes = [speechNode(runner, source, material), shotsNode(runner, source, material)];
    const onProgress = (done: number, left: number | null) => job.progress(done, left ?? undefined);
    await graph.make(nodes, async () => undefined, { signal, onProgress });
    await job.complete();
  };
}

async function recall(ctx: ServerContext, source: NodeSource): Promise<Pick<Moments, 'speech' | 'shots'> | null> {
  const { graph, runner } = ctx.media;
  const material = await graph.recall(materialNode(runner, source), (made) => look(source, made));
  if (material === null) return null;
  const speech = await graph.recall(speechNode(runner, source, material), readSpeech);
  const found = await graph.recall(shotsNode(runner, source, material), readShots);
  if (speech === null || found === null) return null;
  const chosen = chooseBoundaries(found, { sensitivity: DEFAULT_SENSITIVITY, shortest: DEFAULT_SHORTEST });
  return { speech, shots: chosen.map(({ seconds }) => seconds) };
}

const look = (source: NodeSource, made = ''): Promise<Material> => readMaterial(made, source.name, { minSeconds: 0 });
