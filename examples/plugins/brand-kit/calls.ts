import { defineCall } from '@reelport/core/contract';
import { z } from 'zod';

const id = z.uuid();
const one = z.object({ id });
const colour = z.string().regex(/^#[0-9a-f]{6}$/, 'a colour such as #ff8a3d');

/** The fields that the user fills in. */
const kitFields = z.strictObject({
  name: z.string().trim().min(1).max(40),
  /** Colour of the letters. */
  color: colour,
  /** Colour of their outline. */
  outlineColor: colour,
  /** Height of the letters, in thousandths of the picture's width. */
  size: z.number().int().min(30).max(160),
  /** Vertical centre of the title, from the top: 0 to 1. */
  position: z.number().min(0.05).max(0.95),
  /** Appended to each title; empty for none. */
  watermark: z.string().trim().max(40),
});
export type KitFields = z.output<typeof kitFields>;

const kitSchema = z.object({
  ...kitFields.shape,
  id,
  /** The task that is extracting its colours from a picture; null for none. */
  paletteTask: id.nullable(),
});
export type Kit = z.output<typeof kitSchema>;

export const listKits = defineCall({
  method: 'GET',
  path: '/api/p/brand-kit/kits',
  summary: 'Lists the brand kits of the account by name.',
  data: z.object({ items: z.array(kitSchema) }),
});

export const createKit = defineCall({
  method: 'POST',
  path: '/api/p/brand-kit/kits',
  summary: 'Creates a brand kit.',
  body: kitFields,
  data: kitSchema,
});

export const updateKit = defineCall({
  method: 'PUT',
  path: '/api/p/brand-kit/kits/:id',
  summary: 'Changes a brand kit.',
  params: one,
  body: kitFields,
  data: kitSchema,
});

export const deleteKit = defineCall({
  method: 'DELETE',
  path: '/api/p/brand-kit/kits/:id',
  summary: 'Deletes a brand kit.',
  params: one,
  data: z.object({}),
});

export const extractPalette = defineCall({
  method: 'POST',
  path: '/api/p/brand-kit/kits/:id/palette',
  summary: 'Starts a task that takes the two colours of a brand kit from a picture of the library.',
  params: one,
  body: z.strictObject({ materialId: id }),
  data: z.object({ taskId: id }),
});
