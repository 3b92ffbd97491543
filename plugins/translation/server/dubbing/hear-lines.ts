import { join } from 'node:path';

import { ExpectedError, fail } from '#core/contract/errors.ts';
import { languageName } from '#core/contract/languages.ts';
import { translateError, type MessageLanguage } from '#core/server/ground/messages.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { SOUND_FILE } from '#core/server/services/media/operations/sound-source.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';
import { ProviderFailure } from '#core/server/services/providers/provider-failure.ts';
import type { InUse } from '#core/server/services/providers/providers.ts';
import { askAll } from '#core/server/services/providers/ask-all.ts';
import { readTranscript, transcriptNode, understoodTag } from '#core/server/services/providers/transcript-node.ts';
import { tryInOrder, type ServiceTurn } from '#core/server/services/providers/try-in-order.ts';

import type { DubChoice, LineTranscript } from '#plugins/translation/dub-calls.ts';
import { planSlowDub, type SlowPlan } from '#plugins/translation/slow-picture.ts';
import { compareHeard } from './heard-words.ts';
import { inLanes } from './in-lanes.ts';
import { speak, type Speaking, type Spoken } from './speak.ts';
import type { SpokenLine } from './speak-lines.ts';

/** The share of a line's words from which on it counts as spoken, whatever is heard in the place of the others. */
const LEAST_FOUND = 0.5;

/** What writes down what is heard, and how it calls the language. */
interface Listener extends ServiceTurn {
  transcription: InUse<'transcription'>;
  language: string;
}

/**
 * The services in use that understand a language, in their order.
 * @throws expected `translation:dub.unheard-language` (422), as `Providers.use`, and as `askAll`
 */
async function listenersFor(
  { providers }: Pick<ServerContext, 'providers'>,
  tag: string,
  reader: MessageLanguage,
): Promise<Listener[]> {
  const told = await askAll(await providers.inOrder('transcription'), ({ provider }) => understoodTag(provider, tag));
  const listeners = told.flatMap(({ service, answer: language }): Listener[] =>
    language === undefined
      ? []
      : [{ transcription: service, language, failed: service.failed, worked: service.worked }],
  );
  return listeners.length === 0
    ? fail('translation:dub.unheard-language', { language: languageName(tag, reader) }, { kind: 'invalid' })
    : listeners;
}

/** Why the words of lines in a language are not checked, in the reader's language; null where they are. */
export async function whyUnheard(ctx: ServerContext, tag: string, reader: MessageLanguage): Promise<string | null> {
  try {
    await listenersFor(ctx, tag, reader);
    return null;
  } catch (error) {
    return translateError(reader, error, 'core:provider.none-transcription');
  }
}

/**
 * Has what was spoken written down, line by line, and compared with what was to be said. A line in which words are
 * missing is spoken once more; the take in which more of it is heard stays. What one service has not written down because
 * it fails, the next one does. Without one, and once all fail, lines stay as they are, as does one that is refused: they
 * are then checked for their time only.
 * @param progress is told the share that is done
 * @returns the lines at their places, and where the picture is slower for them
 */
export async function hearLines(
  ctx: Pick<ServerContext, 'media' | 'providers' | 'log'>,
  speaking: Speaking,
  { lines, choice, total }: { lines: readonly SpokenLine[]; choice: DubChoice; total: number },
  progress: (share: number) => void,
): Promise<{ lines: SpokenLine[]; stretches: SlowPlan['stretches'] }> {
  const known = new Map<SpokenLine, Spoken>();
  const open = lines.filter(({ spoken, place }) => spoken !== null && 'node' in spoken && place.fits);
  try {
    const listeners = await listenersFor(ctx, speaking.language, 'en');
    const listen = (listener: Listener) =>
      inLanes(
        open.filter((line) => !known.has(line)),
        async (line) => {
          const spoken = await checked(ctx, { speaking, listener, choice }, line).catch(
            whatRefusalLeaves(ctx, undefined),
          );
          if (spoken !== undefined) known.set(line, spoken);
          progress(known.size / open.length);
        },
      );
    await tryInOrder(listeners, listen, speaking.signal);
  } catch (error) {
    if (!(error instanceof ProviderFailure) && !(error instanceof ExpectedError)) throw error;
    ctx.log.info({ err: error }, 'lines of a dub are checked for their time only');
  }
  const heard = lines.map((line): SpokenLine => {
    const spoken = known.get(line) ?? line.spoken;
    return {
      ...line,
      spoken,
      milliseconds: spoken !== null && 'node' in spoken ? spoken.milliseconds : line.milliseconds,
    };
  });
  const { places, stretches } = planSlowDub(
    heard.map(({ line, milliseconds }) => ({ ...line, spoken: milliseconds })),
    total,
    choice.slow,
  );
  return { lines: heard.map((line, at) => ({ ...line, place: places[at] ?? line.place })), stretches };
}

interface Checking {
  speaking: Speaking;
  listener: Listener;
  choice: DubChoice;
}

/** A line with what is heard of it, spoken again where that is not all. */
async function checked(
  ctx: Pick<ServerContext, 'media' | 'log'>,
  { speaking, listener, choice }: Checking,
  { line, spoken, place }: SpokenLine,
): Promise<Spoken> {
  if (spoken === null || !('node' in spoken)) throw new TypeError('hearLines: a line was not spoken');
  const text = line.text ?? '';
  const hear = (node: RenderNode) => heardOf(ctx, listener, { node, text, speaking });
  const transcript = await hear(spoken.node);
  if (!lacksWords(transcript)) return { ...spoken, transcript };
  const first: Spoken = { ...spoken, transcript: { ...transcript, isRepeated: true } };
  const voice = choice.speakers[line.speaker] ?? choice.voice;
  const again = await speak(ctx, speaking, { text, voice, take: 2 }).catch(orNull);
  if (again === null || !('node' in again) || again.milliseconds > place.most) return first;
  const second = await hear(again.node).catch(whatRefusalLeaves(ctx, null));
  if (second === null) return first;
  const isBetter =
    second.missing.length < transcript.missing.length ||
    (second.missing.length === transcript.missing.length && second.found > transcript.found);
  return isBetter ? { ...again, transcript: { ...second, isRepeated: true } } : first;
}

/** A sound that the service refuses, such as one that is too short for it, says nothing about the others. */
const whatRefusalLeaves =
  <T>({ log }: Pick<ServerContext, 'log'>, left: T) =>
  (error: unknown): T => {
    if (!(error instanceof ProviderFailure) || error.kind !== 'refused') throw error;
    log.info({ err: error }, 'a line of a dub is checked for its time only');
    return left;
  };

/** A take that cannot be had leaves the one that is there. */
function orNull(error: unknown): null {
  if (error instanceof ExpectedError) return null;
  throw error;
}

/** Whether words of a line were not spoken. */
const lacksWords = ({ found, missing }: Pick<LineTranscript, 'found' | 'missing'>): boolean =>
  missing.length > 0 || found < LEAST_FOUND;

async function heardOf(
  { media }: Pick<ServerContext, 'media'>,
  { transcription, language }: Listener,
  { node, text, speaking: { signal } }: { node: RenderNode; text: string; speaking: Speaking },
): Promise<LineTranscript> {
  const { segments } = await media.graph.make(
    [node],
    async ([folder = '']) => {
      const path = join(folder, SOUND_FILE);
      // By its bytes: a voice that says the same again is not sent again.
      const source: NodeSource = {
        hash: await media.hasher.hash(path, signal),
        name: SOUND_FILE,
        read: (use) => use(path),
      };
      // The words that are expected are not told: services then write them down whether they are said or not.
      const heard = transcriptNode(media.runner, transcription, source, { language, words: [] });
      return await media.graph.make([heard], ([made = '']) => readTranscript(made), { signal });
    },
    { signal },
  );
  const written = segments
    .map((segment) => segment.text.trim())
    .join(' ')
    .trim();
  const { found, missing } = compareHeard(text, written, language);
  return { text: written, found, missing, isLacking: lacksWords({ found, missing }), isRepeated: false };
}
