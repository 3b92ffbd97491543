/** Where the pages of a tool are. */
export interface ToolAddresses {
  /** Its page, such as `/videoCrop`. */
  page: string;
  /** The page of a run. */
  run(id: string): string;
}

/** The usual addresses of a tool: `/videoCrop`, and `/videoCrop/run/:id` for its runs. */
export function toolAddresses(page: string): ToolAddresses {
  return { page, run: (id) => `${page}/run/${id}` };
}
