import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

import type { Media } from '#core/server/services/media/media.ts';
import { hearSpeech } from '#core/server/services/media/speech/speech-node.ts';
import { createEspeakSpeech } from '#plugins/engines/server/espeak/espeak-speech.ts';
import type { DubLineReport } from '#plugins/translation/dub-calls.ts';
import { measureDub } from '#plugins/translation/server/dubbing/measure-dub.ts';
import { renderDub } from '#plugins/translation/server/dubbing/render-dub.ts';
import { speakLines } from '#plugins/translation/server/dubbing/speak-lines.ts';
import type { LineToDub } from '#plugins/translation/server/tables.ts';
import type { ShopSentences } from '#tests/fixtures/translation/shop-sentences.ts';
import { makeClip } from '#tests/integration/media/media-kit.ts';
import { inspected, sourceOf } from '#tests/integration/media/operations/operations-kit.ts';

const TIMES = [
  [600, 2_800],
  [3_400, 4_700],
  [7_000, 8_400],
] as const;

/** A dub of three lines: what its report says, and when somebody is heard in the finished file, in milliseconds. */
export interface HeardDub {
  report: readonly DubLineReport[];
  heard: readonly { start: number; end: number }[];
}

/** Makes a video without speech that can be dubbed by the built-in voice, in one language after the other. */
export async function buildDubbing(media: Media, folder: string) {
  const { signal } = new AbortController();
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=90x160:r=25:d=11', '-f', 'lavfi', '-i', 'anoisesrc=a=0.004:d=11'];
  const coded = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const path = await makeClip(media.runner, folder, ...picture, ...coded, 'original.mp4');
  const [source, material] = [await sourceOf(path), await inspected(media.runner, path)];
  const speech = { id: 'espeak', provider: await createEspeakSpeech() };
  return async (language: string, texts: ShopSentences): Promise<HeardDub> => {
    const given = texts.map((text, at): LineToDub => {
      const [start = 0, end = 0] = TIMES[at] ?? [];
      return { cue: `c${at}`, start, end, speaker: '', text };
    });
    const choice = { voice: null, speakers: {}, under: 0.12, slow: false };
    const lines = await speakLines(
      { media },
      { speakerOf: async (voice) => ({ speech, voice, isBound: false }), language, signal },
      { lines: given, choice, total: 11_000 },
      () => undefined,
    );
    const work = await mkdtemp(join(folder, 'dub-'));
    const dub = { source, material, speech: [], under: 0.12, lines, stretches: [], folder: work, signal };
    const { path: file, heard: report } = await renderDub({ media }, dub, (made, sounds) =>
      measureDub({ media }, { path: made, sounds, lines, seconds: material.duration, folder: work, signal }),
    );
    const spans = await hearSpeech(media, await sourceOf(file));
    return { report, heard: spans.map(({ start, end }) => ({ start: start * 1000, end: end * 1000 })) };
  };
}

/** How far from its place a line is heard to begin, in milliseconds. */
export const heardOff = ({ start }: DubLineReport, { heard }: HeardDub): number =>
  Math.min(...heard.map((span) => Math.abs(span.start - start)));
