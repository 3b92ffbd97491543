import { join } from 'node:path';

import { fail } from '#core/contract/errors.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Media } from '#core/server/services/media/media.ts';
import { SOUND_FILE } from '#core/server/services/media/operations/sound-source.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import { SAMPLE_RATE } from '#core/server/services/media/sound/common-sound.ts';
import { openWav } from '#core/server/services/media/sound/wav-file.ts';
import { chosenSpeakers, type Speaker, type VoiceSources } from '#core/server/services/providers/chosen-voice.ts';
import { fitNode } from '#core/server/services/providers/fit-voice.ts';
import { firstKnown } from '#core/server/services/providers/speakers.ts';
import { tryInOrder, type ServiceTurn } from '#core/server/services/providers/try-in-order.ts';
import { voiceNode } from '#core/server/services/providers/voice-node.ts';
import { CLONED_VOICES } from '#plugins/voices/server/api.ts';

import { partAt, tooLong } from '#plugins/mixing/dubbing.ts';
import type { MixProject } from '#plugins/mixing/project.ts';
import { speakingFailed } from './speaking-failed.ts';

/** Who may speak a project's text, in the operators' order: one alone where a voice is chosen. */
export type SpeakersOf = (said: {
  voice: string | null;
  language: string;
}) => Promise<readonly (Speaker & ServiceTurn)[]>;

/** What an account's projects may be spoken with. */
export const voiceSources = (ctx: Pick<ServerContext, 'providers' | 'use'>): VoiceSources => ({
  ...{ providers: ctx.providers, cloned: ctx.use(CLONED_VOICES) },
});

/** The same, as a render asks for it. @throws as `chosenSpeakers`, and as `speakingFailed` */
export const speakersOf =
  (ctx: Pick<ServerContext, 'providers' | 'use'>, accountId: string): SpeakersOf =>
  (said) =>
    chosenSpeakers(voiceSources(ctx), accountId, said).catch(speakingFailed);

interface Fit {
  /** Length of the shortest output, in seconds. */
  seconds: number;
  signal?: AbortSignal | undefined;
}

/**
 * What the output at a place says, spoken so that it fits the shortest output: by a service in use that has spoken it
 * before, so that all videos that say it have one voice, else by the first one, and where that fails by the next. It is
 * spoken once, and then made faster at the same pitch, so that no service is paid for another pace.
 * @throws expected `mixing:dubbing-too-long`, `mixing:dubbing-part-too-long` (422), what `SpeakersOf` says of the voice,
 *   and as `speakingFailed`
 */
export async function voiceOver(
  media: Media,
  speakersOf: SpeakersOf,
  project: MixProject,
  { position, seconds, signal }: Fit & { position: number },
): Promise<RenderNode | undefined> {
  const said = partAt(project.dubbing, position);
  if (said === null) return undefined;
  const { part, dubbing } = said;
  const { text, language, tone, speed, dealt } = dubbing;
  const nodeBy = ({ speech, voice }: Speaker) =>
    voiceNode(media.runner, speech, { text, language, tone, speed, ...(voice === null ? {} : { voice }) });
  const speakers = await speakersOf({ voice: dubbing.voice ?? null, language });
  const known = await firstKnown(media, speakers, nodeBy);
  // What is there already tells nothing of how its service is now.
  const told = known && { ...known, worked: () => Promise.resolve() };
  const ordered = told === undefined ? speakers : [told, ...speakers.filter((speaker) => speaker !== known)];
  const speak = async (speaker: Speaker) => {
    const made = nodeBy(speaker);
    const lasts = ([folder = '']: readonly string[]) => secondsOf(join(folder, SOUND_FILE));
    return { node: made, spoken: await media.graph.make([made], lasts, { signal }) };
  };
  const { node, spoken } = await tryInOrder(ordered, speak, signal).catch(speakingFailed);
  const long = tooLong(dubbing, { spoken, video: seconds });
  if (long !== null && dealt === true) {
    fail('mixing:dubbing-part-too-long', { ...long, part: part + 1 }, { kind: 'invalid' });
  }
  if (long !== null) fail('mixing:dubbing-too-long', { ...long }, { kind: 'invalid' });
  // In thousandths, so that the same sound is fitted once, and never too slow.
  return spoken <= seconds ? node : fitNode(media.runner, node, Math.ceil((spoken / seconds) * 1000 - 1e-6) / 1000);
}

/**
 * The same for the outputs at some places, by these. What none of them says is not spoken, so that no service is paid for
 * it, and nothing is refused for it.
 */
export async function voiceOvers(
  media: Media,
  speakersOf: SpeakersOf,
  project: MixProject,
  { positions, ...fit }: Fit & { positions: Iterable<number> },
): Promise<Map<number, RenderNode>> {
  const spoken = new Map<number, RenderNode | undefined>();
  const nodes = new Map<number, RenderNode>();
  for (const position of positions) {
    const part = partAt(project.dubbing, position)?.part;
    if (part === undefined) continue;
    if (!spoken.has(part)) spoken.set(part, await voiceOver(media, speakersOf, project, { ...fit, position }));
    const node = spoken.get(part);
    if (node !== undefined) nodes.set(position, node);
  }
  return nodes;
}

async function secondsOf(path: string): Promise<number> {
  const wav = await openWav(path);
  await wav.close();
  return wav.length / SAMPLE_RATE;
}
