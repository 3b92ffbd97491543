import { z } from 'zod';

import { withoutBidiControls } from '#core/contract/bidi.ts';
import { defineCall } from '#core/contract/call.ts';
import { page, pageQuery } from '#core/contract/envelope.ts';
import { shownName } from '#core/contract/shown-name.ts';

const path = '/api/poi/places';
const params = z.strictObject({ id: z.uuid() });

/** Letters of what is written of a place. */
export const POI_LETTERS = { poiId: 64, name: 80, address: 200 } as const;
/** Rows of one import. */
export const MOST_ROWS = 1000;

export const placeSchema = z.object({
  id: z.uuid(),
  /** The platform's own id of it, unique within the account. */
  poiId: z.string(),
  /** Of the store. */
  name: shownName,
  address: shownName,
  /** Degrees, WGS 84; both or none. */
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** How many posts name it. */
  posts: z.number().int(),
  changedAt: z.iso.datetime(),
});
/** A point of interest: a store that posts can name. */
export type Place = z.output<typeof placeSchema>;

export const listPlaces = defineCall({
  method: 'GET',
  path,
  summary: 'Lists the points of interest of the account, the newest first.',
  query: pageQuery.extend({
    /** Part of an id, a name or an address. */
    q: z.string().trim().max(100).optional(),
    /** Whether it has coordinates. */
    located: z.enum(['yes', 'no']).optional(),
    /** Whether posts name it. */
    used: z.enum(['yes', 'no']).optional(),
  }),
  data: page(placeSchema),
});

const written = (most: number) => z.string().overwrite(withoutBidiControls).trim().min(1).max(most);
const degrees = (most: number) => z.number().min(-most).max(most).nullable();
/** What its owner writes of a place. */
export const placeFacts = z
  .strictObject({
    poiId: written(POI_LETTERS.poiId).regex(/^[^\s\p{Cc}]+$/u),
    name: written(POI_LETTERS.name),
    address: written(POI_LETTERS.address),
    latitude: degrees(90),
    longitude: degrees(180),
  })
  .refine(({ latitude, longitude }) => (latitude === null) === (longitude === null));
export type PlaceFacts = z.output<typeof placeFacts>;

export const addPlace = defineCall({
  method: 'POST',
  path,
  summary: 'Adds a point of interest.',
  body: placeFacts,
  data: placeSchema,
});

export const changePlace = defineCall({
  method: 'PUT',
  path: `${path}/:id`,
  summary: 'Changes a point of interest.',
  params,
  body: placeFacts,
  data: placeSchema,
});

/** Posts that name them keep what they say. */
export const removePlaces = defineCall({
  method: 'POST',
  path: '/api/poi/removals',
  summary: 'Removes points of interest; those that are gone already are left out.',
  body: z.strictObject({ ids: z.array(z.uuid()).min(1).max(500) }),
  data: z.object({ removed: z.number().int() }),
});

export const IMPORT_FIELDS = ['poiId', 'name', 'address', 'latitude', 'longitude'] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];

const cell = z.string().max(2000).default('');
const importRow = z.strictObject({
  /** As the spreadsheet counts it, from 1. */
  row: z.number().int().min(1),
  poiId: cell,
  name: cell,
  address: cell,
  latitude: cell,
  longitude: cell,
});
/** A row of a spreadsheet, as it is written there. */
export type ImportRow = z.output<typeof importRow>;

/** A place whose id is known already is changed. With any fault nothing is written. */
export const importPlaces = defineCall({
  method: 'POST',
  path: '/api/poi/imports',
  summary: 'Checks the rows of a spreadsheet, and writes them when all of them are right and it is no trial.',
  body: z.strictObject({ rows: z.array(importRow).min(1).max(MOST_ROWS), isTrial: z.boolean() }),
  data: z.object({
    faults: z.array(
      z.object({
        row: z.number().int(),
        field: z.enum(IMPORT_FIELDS),
        /** In the caller's language. */
        text: z.string(),
      }),
    ),
    added: z.number().int(),
    changed: z.number().int(),
    /** Rows that say what is there already. */
    same: z.number().int(),
  }),
});
