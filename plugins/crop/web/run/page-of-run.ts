/** The address of a run's page. */
export const pageOfRun = (id: string): string => `/videoCrop/run/${id}`;
