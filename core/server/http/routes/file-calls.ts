import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';

/** A file as its account sees it. */
export const fileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** MIME type detected from the bytes. */
  type: z.string(),
  /** sha-256, lower-case hex. */
  hash: z.string(),
  createdAt: z.iso.datetime(),
});

const one = z.object({ id: z.uuid() });

/** Stores a file of the account; 413, 415 and 422 say what is wrong with it. */
export const uploadFile = defineCall({
  method: 'POST',
  path: '/api/files',
  summary: 'Uploads one file as multipart/form-data. The type is judged from the bytes; text and SVG are refused.',
  upload: true,
  data: fileSchema,
});

/** A file's metadata; {@link readFileUrl} leads to its bytes. */
export const readFile = defineCall({
  method: 'GET',
  path: '/api/files/:id',
  summary: 'Reads what is known of a file.',
  params: one,
  data: fileSchema,
});

/** An address of the bytes that needs no token; `seconds` is its lifetime, 6 hours by default. */
export const readFileUrl = defineCall({
  method: 'GET',
  path: '/api/files/:id/url',
  summary: 'Makes a URL that lets anyone read the file until it expires; ranges work.',
  params: one,
  query: z.object({ seconds: z.coerce.number().int().min(60).max(86_400).default(21_600) }),
  data: z.object({ url: z.string(), expiresAt: z.iso.datetime() }),
});

/** Removes a file; the bytes are removed with the last record of them. */
export const removeFile = defineCall({
  method: 'DELETE',
  path: '/api/files/:id',
  summary: 'Removes a file of the account.',
  params: one,
  data: z.null(),
});
