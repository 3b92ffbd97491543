import { z } from 'zod';

import { withoutBidiControls } from '#core/contract/bidi.ts';
import { LANGUAGES } from '#core/contract/languages.ts';

/** Where projects are. */
export const PROJECTS_PATH = '/api/translation/projects';

/** One of the 28 languages. */
export const languageSchema = z.enum(LANGUAGES.map(({ tag }) => tag) as [string, ...string[]]);

/** The id of a line within its text. */
export const cueIdSchema = z.string().regex(/^[\w-]{1,24}$/);

/** A language of a project. */
export const ofLanguageSchema = z.strictObject({ id: z.uuid(), language: languageSchema });

/** Words that people type: without signs that turn others around, no more letters than that. */
export const words = (most: number) => z.string().overwrite(withoutBidiControls).trim().max(most);
