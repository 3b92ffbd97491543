import { defineServer } from '#core/server/plugins/server-plugin.ts';
import { provide } from '#core/server/plugins/server-token.ts';

import manifest from '../plugin.ts';
import { EYE } from './api.ts';
import { createEye } from './eye.ts';
import { eyeOperations } from './operations.ts';
import { ppOcr } from './pp-ocr/pp-ocr.ts';
import { textService } from './service/service.ts';
import { tesseract } from './tesseract/tesseract.ts';

export default defineServer({
  manifest,
  operations: eyeOperations,
  provides: (ctx) => [provide(EYE, createEye(ctx))],
  providers: (ctx) => [ppOcr(ctx), tesseract(ctx), textService],
});
