import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import type { Box } from '#core/contract/reframe.ts';
import { cueBoxesAt, textCueSchema, type TextCue } from '#core/contract/text-cue.ts';
import type { ServerContext } from '#core/server/plugins/context.ts';
import type { Material } from '#core/server/services/media/inspect-material.ts';
import type { NodeSource } from '#core/server/services/media/node-source.ts';
import { materialNode, readMaterial } from '#core/server/services/media/operations/material.ts';
import type { RenderNode } from '#core/server/services/media/render-graph.ts';

import type { Eye, TextLine } from './api.ts';
import { chooseReader, readLanguages, type Reader } from './choose-reader.ts';
import { ANY_LENGTH, FILE, JOIN_CUES, READ_PICTURE, READ_WINDOW } from './operations.ts';
import { windowsOf } from './window/windows-of.ts';

const cuesSchema = z.array(textCueSchema);
const pictureSchema = z.object({
  width: z.number(),
  height: z.number(),
  lines: z.array(
    z.object({
      text: z.string(),
      confidence: z.number(),
      corners: z.array(z.tuple([z.number(), z.number()])).min(1),
    }),
  ),
});

/** The eye as other plugins see it. */
export function createEye(ctx: Pick<ServerContext, 'media' | 'providers'>): Eye {
  const { graph, runner, node } = ctx.media;

  function cuesNode(source: NodeSource, material: Material, reader: Reader): RenderNode {
    const inspected = materialNode(runner, source);
    const { displayWidth, displayHeight } = material.video;
    const inputs = windowsOf(material.duration).map((window) =>
      node(READ_WINDOW, { ...readBy(reader), ...window }, { inputs: [inspected], sources: [source] }),
    );
    return node(JOIN_CUES, { shape: displayWidth / displayHeight }, { inputs });
  }

  return {
    languages: () => readLanguages(ctx),

    async readVideo(source, { language, area, signal, onProgress }) {
      const reader = await chooseReader(ctx, language);
      const material = await graph.make(
        [materialNode(runner, source)],
        ([made = '']) => readMaterial(made, source.name, ANY_LENGTH),
        { signal },
      );
      const options = { signal, onProgress };
      const cues = await graph.make([cuesNode(source, material, reader)], ([made = '']) => readCues(made), options);
      return { cues: within(cues, area), ...tellReader(reader) };
    },

    async recallVideo(source, { language, area }) {
      const reader = await chooseReader(ctx, language);
      const material = await graph.recall(materialNode(runner, source), (made) =>
        readMaterial(made, source.name, ANY_LENGTH),
      );
      if (material === null) return null;
      const cues = await graph.recall(cuesNode(source, material, reader), readCues);
      return cues === null ? null : { cues: within(cues, area), ...tellReader(reader) };
    },

    async readPicture(source, { language, area, signal, onProgress }) {
      const reader = await chooseReader(ctx, language);
      const picture = node(READ_PICTURE, readBy(reader), { sources: [source] });
      const { width, height, lines } = await graph.make(
        [picture],
        async ([made = '']) => pictureSchema.parse(await readJson(made)),
        { signal, onProgress },
      );
      const found = lines.map(({ text, confidence, corners }): TextLine => {
        const [across, down] = [corners.map(([x]) => x / width), corners.map(([, y]) => y / height)];
        const [x, y] = [Math.max(0, Math.min(...across)), Math.max(0, Math.min(...down))];
        const [right, bottom] = [Math.min(1, Math.max(...across)), Math.min(1, Math.max(...down))];
        return { text, confidence, box: { x, y, width: right - x, height: bottom - y } };
      });
      return { lines: found.filter(({ box }) => isIn(box, area)), ...tellReader(reader) };
    },
  };
}

const readBy = ({ id, provider, languages }: Reader) => ({
  ...{ engine: id, version: provider.version, languages: [...languages] },
});
const tellReader = ({ id, provider }: Reader) => ({ engine: id, draft: provider.draft ?? false });

const readJson = async (folder: string): Promise<unknown> => JSON.parse(await readFile(join(folder, FILE), 'utf8'));
const readCues = async (folder: string): Promise<TextCue[]> => cuesSchema.parse(await readJson(folder));

/** The texts that are in an area, be it for a moment; of those only the lines that are. */
function within(cues: readonly TextCue[], area: Box | undefined): TextCue[] {
  if (area === undefined) return [...cues];
  return cues.flatMap((cue) => {
    const lines = cue.text.split('\n');
    const moments = [cue.from, ...cue.moves.map(({ time }) => Math.min(time, cue.to - 0.001))];
    const kept = cue.boxes.flatMap((box, at) => {
      const isThere = moments.some((time) =>
        cueBoxesAt({ ...cue, boxes: [box] }, time).some((seen) => isIn(seen, area)),
      );
      return isThere ? [{ box, line: lines[at] ?? '' }] : [];
    });
    if (kept.length === 0) return [];
    return [{ ...cue, boxes: kept.map(({ box }) => box), text: kept.map(({ line }) => line).join('\n') }];
  });
}

/** Whether the middle of a box is in an area. */
function isIn(box: Box, area: Box | undefined): boolean {
  if (area === undefined) return true;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height;
}
