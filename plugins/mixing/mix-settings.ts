import { z } from 'zod';

/** The name of mixing as a tool. */
export const MIX_TOOL = 'mixing.mix';

/** What a run of a project is started with. */
export const mixSettingsSchema = z.object({
  /** The project that it is a run of; what it is made of is kept beside the run. */
  project: z.uuid(),
});
export type MixSettings = z.output<typeof mixSettingsSchema>;
