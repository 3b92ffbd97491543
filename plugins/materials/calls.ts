import { z } from 'zod';

import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';
import { shownName } from '#core/contract/shown-name.ts';
import { MAX_RUN_ITEMS } from '#core/contract/tool-run-calls.ts';

import { MAX_AT_ONCE } from './limits.ts';

const id = z.uuid();
const one = z.object({ id });
const ids = z.array(id).max(MAX_AT_ONCE);
const name = z.string().trim().min(1).max(255);

export const KINDS = ['video', 'music', 'image'] as const;
export const kindSchema = z.enum(KINDS);
/** What a material is: `video`, `music` or `image`. */
export type MaterialKind = z.output<typeof kindSchema>;

/** A sheet of small pictures for scrubbing. */
export const spriteSchema = z.object({
  url: z.string(),
  columns: z.number().int(),
  rows: z.number().int(),
  /** Pixels of one picture. */
  width: z.number().int(),
  height: z.number().int(),
  count: z.number().int(),
  /** Seconds from one picture to the next. */
  secondsEach: z.number(),
});

export const materialSchema = z.object({
  /** Id of its file, too. */
  id,
  kind: kindSchema,
  name: shownName,
  folderId: id.nullable(),
  /** Bytes. */
  size: z.number().int(),
  /** MIME type judged from the bytes. */
  type: z.string(),
  /** sha-256, lower-case hex. */
  hash: z.string(),
  /** Measured; null for images and until it was looked at. */
  seconds: z.number().nullable(),
  /** Displayed size in pixels; null for sound, and until it was inspected. */
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  state: z.enum(['preparing', 'ready', 'failed']),
  /** Why it cannot be used, in the caller's language. */
  error: z.string().nullable(),
  split: z.enum(['none', 'splitting', 'done', 'failed']),
  /** Videos that were made with it. */
  mixCount: z.number().int(),
  mixedAt: z.iso.datetime().nullable(),
  /** Times that its bytes went out, from the library or from the run that made them. */
  publishCount: z.number().int(),
  publishedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  /** When it went to the trash. */
  deletedAt: z.iso.datetime().nullable(),
  /** The bytes, readable without a token for some hours. */
  url: z.string(),
  /** A picture of it, 480 × 854 pixels at most. */
  poster: z.string().nullable(),
  /** A square crop of the poster for dense lists; null without a poster, or with only the poster. */
  thumbnail: z.string().nullable(),
  sprite: spriteSchema.nullable(),
  /** Outline of the sound: 240 levels of one byte, base64; null for images and silent videos. */
  peaks: z.string().nullable(),
});
/** A video, piece of music or picture of the library. */
export type Material = z.output<typeof materialSchema>;

export const folderSchema = z.object({
  id,
  name: shownName,
  /** The name as searches look through it: with its pinyin and their initials, in lower case. */
  search: z.string(),
  parentId: id.nullable(),
  /** Materials in it, those of folders in it not counted; by kind. */
  counts: z.object({ video: z.number().int(), music: z.number().int(), image: z.number().int() }),
  createdAt: z.iso.datetime(),
});
/** A folder of the library; folders may lie in each other. */
export type MaterialFolder = z.output<typeof folderSchema>;

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

export const listMaterials = defineCall({
  method: 'GET',
  path: '/api/materials',
  summary: 'Lists materials of the account; `total` counts all that the filters let through.',
  query: pageQuery.extend({
    kind: kindSchema.optional(),
    /** A folder’s id, `top` for materials in no folder, `all` for everything. */
    folder: z.union([id, z.enum(['top', 'all'])]).default('all'),
    /** Words of the name, also as pinyin or its initials. */
    q: z.string().trim().max(100).optional(),
    sort: z.enum(['created', 'name', 'seconds', 'size', 'mixCount', 'mixedAt']).default('created'),
    descending: flag.default(true),
    /** `usable`: all but those that failed. */
    state: z.enum(['preparing', 'ready', 'failed', 'usable']).optional(),
    split: z.enum(['none', 'splitting', 'done', 'failed']).optional(),
    mixed: flag.optional(),
    published: flag.optional(),
    shape: z.enum(['portrait', 'landscape', 'square']).optional(),
    /** What is in the trash instead. */
    trash: flag.default(false),
  }),
  data: page(materialSchema),
});

export const findMaterials = defineCall({
  method: 'POST',
  path: '/api/material-finds',
  summary: 'Reads materials by id, those in the trash included; unknown ones are left out.',
  body: z.strictObject({ ids: z.array(id).max(500) }),
  data: z.object({ items: z.array(materialSchema) }),
});

export const readMaterial = defineCall({
  method: 'GET',
  path: '/api/materials/:id',
  summary: 'Reads a material.',
  params: one,
  data: materialSchema,
});

/** What the server says of a file before it is sent. */
export const offerFiles = defineCall({
  method: 'POST',
  path: '/api/material-offers',
  summary: 'Says of each file whether it would be taken, and whether the account has it already.',
  body: z.strictObject({
    kind: kindSchema,
    files: z
      .array(
        z.strictObject({
          name,
          size: z.number().int().min(0),
          /** Known already: sha-256, lower-case hex. */
          sha256: z
            .string()
            .regex(/^[0-9a-f]{64}$/)
            .optional(),
          /** Where it would go. */
          folderId: id.nullable().default(null),
        }),
      )
      .min(1)
      .max(500),
  }),
  data: z.object({
    answers: z.array(
      z.discriminatedUnion('answer', [
        z.object({ answer: z.literal('send') }),
        /** The account has a file of this size: with its hash the upload may be saved. */
        z.object({ answer: z.literal('hash') }),
        z.object({ answer: z.literal('have'), material: materialSchema }),
        /** `mayRetry`: not because of the file, so that it may be taken later. */
        z.object({ answer: z.literal('refused'), reason: z.string(), mayRetry: z.boolean() }),
      ]),
    ),
  }),
});

export const renameMaterial = defineCall({
  method: 'PATCH',
  path: '/api/materials/:id',
  summary: 'Renames a material.',
  params: one,
  body: z.strictObject({ name }),
  data: materialSchema,
});

export const prepareMaterial = defineCall({
  method: 'POST',
  path: '/api/materials/:id/prepare',
  summary: 'Looks at a material again whose preparation failed.',
  params: one,
  data: materialSchema,
});

const chosen = z.strictObject({ ids: ids.default([]), folderIds: ids.default([]) });
const changed = z.object({ materials: z.number().int(), folders: z.number().int() });

export const moveMaterials = defineCall({
  method: 'POST',
  path: '/api/material-moves',
  summary: 'Moves materials and folders into a folder, or to the top (null); all or none.',
  body: chosen.extend({ to: id.nullable() }),
  data: changed,
});

export const trashMaterials = defineCall({
  method: 'POST',
  path: '/api/material-removals',
  summary: 'Moves materials, or one folder with all that is in it, to the trash for 30 days.',
  body: chosen,
  /** `removal` names what went together, so that it can come back together. */
  data: changed.extend({ removal: id }),
});

export const restoreMaterials = defineCall({
  method: 'POST',
  path: '/api/material-restorals',
  summary: 'Brings back from the trash: one removal, or single materials. A folder that is gone becomes the top.',
  body: z.union([z.strictObject({ removal: id }), z.strictObject({ ids })]),
  data: changed,
});

export const purgeMaterials = defineCall({
  method: 'POST',
  path: '/api/material-purges',
  summary: 'Deletes from the trash for good; what a run still uses stays until that ends (409 names it).',
  body: z.union([z.strictObject({ ids }), z.strictObject({ all: z.literal(true) })]),
  data: z.object({ materials: z.number().int() }),
});

export const listFolders = defineCall({
  method: 'GET',
  path: '/api/material-folders',
  summary: 'Lists every folder of the account, by name.',
  data: z.object({ items: z.array(folderSchema) }),
});

export const createFolder = defineCall({
  method: 'POST',
  path: '/api/material-folders',
  summary: 'Creates a folder; a name exists once in its parent (409).',
  body: z.strictObject({ name: name.max(60), parentId: id.nullable().default(null) }),
  data: folderSchema,
});

export const renameFolder = defineCall({
  method: 'PATCH',
  path: '/api/material-folders/:id',
  summary: 'Renames a folder.',
  params: one,
  body: z.strictObject({ name: name.max(60) }),
  data: folderSchema,
});

/** Outputs of a tool's run become materials; those that are no pictures, videos or sounds are left out. */
export const keepToolOutputs = defineCall({
  method: 'POST',
  path: '/api/material-keeps',
  summary: 'Puts outputs of a tool’s run into a folder of the library, linked to what they were made from.',
  body: z.strictObject({
    runId: id,
    /** Items of the run; all that are finished when absent. */
    items: z.array(id).min(1).max(MAX_RUN_ITEMS).optional(),
    folderId: id.nullable(),
  }),
  /** How many files, and the materials that they became, in their order. */
  data: z.object({ kept: z.number().int(), materials: z.array(id) }),
});

const related = z.object({ id, name: shownName, kind: kindSchema, thumbnail: z.string().nullable() });
export type RelatedMaterial = z.output<typeof related>;

/** Materials in the trash are left out. */
export const listMaterialOrigins = defineCall({
  method: 'GET',
  path: '/api/materials/:id/origins',
  summary: 'Lists what a material was made from, and what was made from it.',
  params: one,
  data: z.object({
    from: z.array(related),
    /** The newest ones. */
    into: z.array(related),
    /**
     * At most how often tools have encoded one of its pictures since they were uploaded, 0 where all were copied; null
     * for what no tool made, and where it is unknown.
     */
    encodings: z.number().int().nullable(),
  }),
});

const recordedSchema = z.enum(['uploaded', 'renamed', 'moved', 'mixed', 'published', 'removed', 'restored']);
/** What can happen to a material. */
export type Recorded = z.output<typeof recordedSchema>;

/** Where a material was used: `GET /api/materials/:id/uses`. */
export const listMaterialUses = defineCall({
  method: 'GET',
  path: '/api/materials/:id/uses',
  summary:
    'Lists what happened to a material, newest first: uploaded, renamed, moved, mixed, published, removed, restored.',
  params: one,
  query: pageQuery,
  data: page(
    z.object({
      id,
      what: recordedSchema,
      /** What belongs to it: a former name, a folder’s name, how many videos. */
      detail: shownName.nullable(),
      at: z.iso.datetime(),
    }),
  ),
});

/** All that happened in the library, for `/material/list/record`. */
export const listMaterialRecords = defineCall({
  method: 'GET',
  path: '/api/material-records',
  summary: 'Lists what happened in the library, newest first, to be filtered by time.',
  query: pageQuery.extend({
    kind: kindSchema.optional(),
    /** From this time on. */
    from: z.iso.datetime().optional(),
    /** Before this time. */
    until: z.iso.datetime().optional(),
  }),
  data: page(
    z.object({
      id,
      materialId: id,
      name: shownName,
      kind: kindSchema,
      what: recordedSchema,
      detail: shownName.nullable(),
      at: z.iso.datetime(),
    }),
  ),
});
