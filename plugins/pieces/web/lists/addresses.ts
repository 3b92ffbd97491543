import { toolAddresses, type ToolAddresses } from '#core/web/tools/tool-addresses.ts';

/** Where projects begin and exports are, as `plugin.ts` has them. */
export const AT: ToolAddresses = {
  ...toolAddresses('/cutIntoPieces'),
  page: '/cutIntoPieces/project/new',
};

/** The page of a project. */
export const previewAt = (id: string): string => `/cutIntoPieces/project/preview?id=${id}`;

/** The page of a template; of a new one without an id. */
export const templateAt = (id?: string): string =>
  id === undefined ? '/cutIntoPieces/template/new' : `/cutIntoPieces/template/new?id=${id}`;
