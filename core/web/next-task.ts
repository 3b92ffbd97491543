/**
 * Resolves in another task, before which the browser paints and answers. Work of a start that is not divided so keeps a
 * slow phone from answering for half a second.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
