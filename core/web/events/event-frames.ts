/** One event of a stream. */
export interface EventFrame {
  /** Empty for an event that the server does not store. */
  id: string;
  topic: string;
  data: unknown;
}

/** Parses a stream of server-sent events chunk by chunk. */
export interface FrameReader {
  /** Adds a chunk of text. @returns the events that are now complete */
  push(text: string): EventFrame[];
  /** The reconnection time that the server asked for, in milliseconds; null when it did not. */
  readonly retry: number | null;
}

/** Creates a reader for one stream. A frame whose data cannot be parsed is skipped. */
export function createFrameReader(): FrameReader {
  let rest = '';
  let retry: number | null = null;

  function read(block: string): EventFrame[] {
    let id = '';
    let topic = 'message';
    const data: string[] = [];
    for (const line of block.split('\n')) {
      const colon = line.indexOf(':');
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
      if (field === 'id') id = value;
      else if (field === 'event') topic = value;
      else if (field === 'data') data.push(value);
      else if (field === 'retry' && /^\d+$/.test(value)) retry = Number(value);
    }
    if (data.length === 0) return [];
    try {
      return [{ id, topic, data: JSON.parse(data.join('\n')) as unknown }];
    } catch {
      return [];
    }
  }

  return {
    push(text) {
      // A line may end in CR, LF or CRLF; the LF after a CR at the end of a chunk may come with the next one.
      const whole = rest + text;
      const held = whole.endsWith('\r') ? 1 : 0;
      const blocks = whole
        .slice(0, whole.length - held)
        .replace(/\r\n?/g, '\n')
        .split('\n\n');
      rest = (blocks.pop() ?? '') + (held === 1 ? '\r' : '');
      return blocks.flatMap(read);
    },
    get retry() {
      return retry;
    },
  };
}
