/**
 * Resolves in another task, before which the browser paints and answers. Work of a start that is not divided so keeps a
 * slow phone from answering for half a second. A timer would wait four milliseconds each time, with nothing to do.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
