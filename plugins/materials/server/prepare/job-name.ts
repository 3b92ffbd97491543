/** The job that looks at a new material. */
export const PREPARE_MATERIAL = 'materials.prepare';
