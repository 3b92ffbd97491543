/** The oldest version of each browser that runs the workbench; iOS has Safari's. The build targets just these. */
export const SUPPORTED_BROWSERS = { Chrome: '119', Edge: '119', Firefox: '124', Safari: '17.4' } as const;
