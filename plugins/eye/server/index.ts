import { defineServer } from '#core/server/plugins/server-plugin.ts';
import { provide } from '#core/server/plugins/server-token.ts';

import { READ_TEXT } from '../calls.ts';
import manifest from '../plugin.ts';
import { EYE } from './api.ts';
import { createEye } from './eye.ts';
import { eyeOperations } from './operations.ts';
import { ppOcr } from './pp-ocr/pp-ocr.ts';
import { readTextJob } from './read-text.ts';
import { routes } from './routes.ts';
import { textService } from './service/service.ts';
import { tesseract } from './tesseract/tesseract.ts';

export default defineServer({
  manifest,
  routes,
  operations: eyeOperations,
  jobs: (ctx) => ({ [READ_TEXT]: readTextJob(ctx) }),
  provides: (ctx) => [provide(EYE, createEye(ctx))],
  providers: (ctx) => [ppOcr(ctx), tesseract(ctx), textService],
});
