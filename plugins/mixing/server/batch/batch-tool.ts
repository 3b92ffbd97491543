import { z } from 'zod';

import { soundNode } from '#core/server/services/media/operations/sound-source.ts';
import { chosenSpeakers } from '#core/server/services/providers/chosen-voice.ts';
import { defineTool, type AnyTool, type PlannedItem } from '#core/server/services/tool-runs/tool.ts';

import type { Certificate } from '#plugins/mixing/certificate.ts';
import { certifyOutputs } from '../certificate/certify-outputs.ts';
import { recipeOf, type Recipe } from '../render/recipe.ts';
import { compareShown, shotChoices } from '../render/shot-choices.ts';
import { shotTiming } from '../render/shot-timing.ts';
import { assertGroupsUsable } from '../render/usable-groups.ts';
import { speakingFailed } from '../render/speaking-failed.ts';
import { voiceOvers, type SpeakersOf } from '../render/voice-over.ts';
import { placeName } from '../render/place-name.ts';
import { limitOf, type Batch } from './batch.ts';
import { makeOutput } from './make-output.ts';
import { plannedOutputSchema, type PlannedOutput } from './output-record.ts';
import { planMissing } from './plan-missing.ts';

/** Mixing as a tool of the command line. Its certificate, which is large, is left in `certified`. */
export function batchTool(batch: Batch, certified: (certificate: Certificate) => void): AnyTool {
  return defineTool<null, PlannedOutput>({
    name: 'mixing.batch',
    settings: z.null(),
    inputs: { kinds: ['video'], most: Infinity },
    params: plannedOutputSchema,
    nothing: 'mixing:nothing-distinct',
    plan: (_run, { signal, progress }) => planBatch(batch, signal, progress),
    make: (item, work) => makeOutput(batch, item, work),
    async finish(_run, { progress }) {
      progress(0);
      certified(certify(batch));
      progress(1);
      return null;
    },
  });
}

/** Joining one output, in the weight of nodes. */
const JOINING_WEIGHT = 1;

async function planBatch(
  batch: Batch,
  signal: AbortSignal,
  progress: (value: number) => void,
): Promise<PlannedItem<PlannedOutput>[]> {
  const { media, project, journal, count, seed, settings, materials, learnt, planned: before } = batch;
  takeOutBroken(batch);
  assertGroupsUsable(project, materials, batch.refused.length);
  progress(0);
  await compareShown(project, materials, signal);
  const choices = shotChoices(project, materials);
  const found = await planMissing({
    ...{ media, project, journal, count, seed, signal, choices, settings, materials, learnt },
    // The planned limit holds: replanned videos share no more than that.
    share: before === undefined ? batch.share : limitOf(batch),
  });
  progress(1);
  const { blends, shortestSeconds } = shotTiming(project, choices.groups);
  const recipes = new Map(
    found.outputs.map(({ index, shots, title }) => [
      index,
      recipeOf(media, { project, materials, blends, shots, title }),
    ]),
  );
  // Nobody's voices are known here but those of the services.
  const sources = { providers: batch.providers, cloned: undefined };
  const speakersOf: SpeakersOf = (said) => chosenSpeakers(sources, '', said).catch(speakingFailed);
  batch.planned = {
    ...{ choices, recipes, mostShared: found.mostShared },
    method: found.method ?? before?.method ?? null,
    bound: found.bound ?? before?.bound ?? Infinity,
    voices: await voiceOvers(media, speakersOf, project, {
      ...{ positions: recipes.keys(), seconds: shortestSeconds, signal },
    }),
    music: batch.music === undefined ? undefined : soundNode(media.runner, batch.music),
  };
  const costs = costsOf(batch, [...recipes.values()]);
  return found.outputs.map((output, at) => ({
    name: placeName(output.index),
    sources: output.shots.map(({ material }) => material),
    params: output,
    cost: costs[at] ?? JOINING_WEIGHT,
  }));
}

/** Materials that turned out to be damaged are not planned with again. */
function takeOutBroken({ broken, materials, refused, onRefused }: Batch): void {
  for (const { id, source } of [...materials.values()]) {
    const error = broken.get(source.hash);
    if (error === undefined) continue;
    refused.push({ id, error });
    onRefused({ id, error });
    materials.delete(id);
  }
  broken.clear();
}

/** What each output takes; a node that several need counts for the first of them. */
function costsOf({ media }: Batch, recipes: readonly Recipe[]): number[] {
  const seen = new Set<string>();
  return recipes.map(({ nodes }) => {
    let cost = JOINING_WEIGHT;
    for (const node of nodes) {
      const key = media.graph.key(node);
      cost += seen.has(key) ? 0 : node.weight;
      seen.add(key);
    }
    return cost;
  });
}

/** Compares all that was made with these settings. What could not be made distinct was left out. */
function certify(batch: Batch): Certificate {
  const { project, journal, settings, seed, planned, tools } = batch;
  if (planned === undefined) throw new Error('a batch is certified after it was planned');
  const outputs = journal.records.filter((record) => record.settings === settings);
  return certifyOutputs({
    ...{ project, settings, seed, outputs, tools, now: new Date(), method: planned.method },
    ...{ groups: planned.choices.groups, merged: planned.choices.merged },
    ...{ share: limitOf(batch), mostShared: journal.mostShared(settings) },
    replaced: journal.replaced(settings).map(({ index, like, shots }) => ({
      by: outputs.find((record) => record.index === index)?.file ?? null,
      like,
      shots: shots.map(({ group, material, window: { start, end } }) => ({ group, material, start, end })),
    })),
  });
}
