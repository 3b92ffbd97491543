import type { ServerContext } from '#core/server/plugins/context.ts';
import { defineProvider } from '#core/server/services/providers/provider-adapter.ts';

import { createPpOcr } from '../pp-ocr/pp-ocr-reader.ts';
import { openTesseract } from './tesseract-reader.ts';

/** A reader of many languages that makes many mistakes, where its program is installed. */
export const tesseract = ({ media, temporaryFolder }: Pick<ServerContext, 'media' | 'temporaryFolder'>) =>
  defineProvider({
    kind: 'picture-text',
    id: 'eye.tesseract',
    title: 'eye:tesseract.title',
    about: 'eye:tesseract.about',
    open: () => {
      const { tools } = media.runner;
      const findLines = finder({ tools, folder: temporaryFolder });
      return openTesseract({ tools, folder: temporaryFolder, ...(findLines === undefined ? {} : { findLines }) });
    },
  });

/** The built-in reader finds lines far better than Tesseract; it does not run on every system. */
function finder(options: Pick<Parameters<typeof createPpOcr>[0], 'tools' | 'folder'>) {
  try {
    return createPpOcr({ ...options, processes: 1 }).findLines;
  } catch {
    return undefined;
  }
}
