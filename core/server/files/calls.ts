import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';

/** A file as its account sees it. */
export const fileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** MIME type judged from the bytes. */
  type: z.string(),
  /** sha-256, lower-case hex. */
  hash: z.string(),
  createdAt: z.iso.datetime(),
});

const one = z.object({ id: z.uuid() });

export const uploadFile = defineCall({
  method: 'POST',
  path: '/api/files',
  summary: 'Uploads one file as multipart/form-data. The type is judged from the bytes; text and SVG are refused.',
  upload: true,
  data: fileSchema,
});

export const readFile = defineCall({
  method: 'GET',
  path: '/api/files/:id',
  summary: 'Reads what is known of a file.',
  params: one,
  data: fileSchema,
});

export const readFileUrl = defineCall({
  method: 'GET',
  path: '/api/files/:id/url',
  summary: 'Makes a URL that lets anyone read the file until it expires; ranges work.',
  params: one,
  query: z.object({ seconds: z.coerce.number().int().min(60).max(86_400).default(21_600) }),
  data: z.object({ url: z.string(), expiresAt: z.iso.datetime() }),
});

export const removeFile = defineCall({
  method: 'DELETE',
  path: '/api/files/:id',
  summary: 'Removes a file of the account.',
  params: one,
  data: z.null(),
});
