/** The address of a run's page. */
export const pageOfRun = (id: string): string => `/video/segmentation/run/${id}`;
