import { randomBytes } from 'node:crypto';

/** A field of a form; a file has a blob and a name. */
export type FormPart = [name: string, value: string] | [name: string, value: Blob, file: string];

/**
 * A form as one blob, whose length is known and whose files are read while it is sent. fetch reads a `FormData` ahead of
 * the connection, and ends the process by a rejection that nobody can catch when that is refused meanwhile.
 */
export function multipart(parts: readonly FormPart[]): Blob {
  const boundary = `reelport-${randomBytes(16).toString('hex')}`;
  const pieces = parts.flatMap(([name, value, file]): (string | Blob)[] => {
    const named = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`;
    const head = typeof value === 'string' ? named : `${named}; filename="${file}"\r\ncontent-type: ${value.type}`;
    return [`${head}\r\n\r\n`, value, '\r\n'];
  });
  return new Blob([...pieces, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}
