/** The job that looks at a new material. */
export const PREPARE_MATERIAL = 'materials.prepare';
/** The job that finds out what a video shows that was not read whole when it was prepared. */
export const LEARN_FOOTAGE = 'materials.learn-footage';
