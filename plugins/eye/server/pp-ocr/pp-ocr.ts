import { z } from 'zod';

import type { ServerContext } from '#core/server/plugins/context.ts';
import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';

import { createPpOcr } from './pp-ocr-reader.ts';

const settings = z.object({
  processes: z
    .int()
    .min(1)
    .max(16)
    .default(2)
    .meta({ title: 'eye:pp-ocr.processes', description: 'eye:pp-ocr.processes-about' }),
});

/** The reader that is in use until operators choose others. */
export const ppOcr = ({ media, temporaryFolder }: Pick<ServerContext, 'media' | 'temporaryFolder'>) =>
  defineProvider({
    kind: 'picture-text',
    id: 'eye.pp-ocr',
    title: 'eye:pp-ocr.title',
    about: 'eye:pp-ocr.about',
    settings,
    embedded: true,
    open: ({ processes }) => createPpOcr({ tools: media.runner.tools, folder: temporaryFolder, processes }),
  });
