/** Where the export of a project and its runs have their pages, as `plugin.ts` has them. */
export const EXPORTS_AT = {
  page: (project: string) => `/video/translation/${project}/export`,
  run: (id: string) => `/video/translation/run/${id}`,
};
