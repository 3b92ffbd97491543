import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

const LIMIT_BYTES = 10_000_000;
const KEPT_FILES = 5;

/** A log on disk limited to six files of 10 MB. */
export interface LogFile {
  readonly path: string;
  /** Appends whole lines. When the disk is full they are lost, and the server goes on. */
  write(text: string): void;
  close(): void;
}

/** Opens a log file for appending, creating its folder. */
export function openLogFile(path: string): LogFile {
  mkdirSync(dirname(path), { recursive: true });
  let file = openSync(path, 'a', 0o600);
  let size = fstatSync(file).size;

  function turnOver(): void {
    closeSync(file);
    for (let number = KEPT_FILES; number > 0; number -= 1) {
      const older = number === 1 ? path : `${path}.${number - 1}`;
      if (existsSync(older)) renameSync(older, `${path}.${number}`);
    }
    file = openSync(path, 'a', 0o600);
    size = 0;
  }

  return {
    path,
    write(text) {
      try {
        if (size > LIMIT_BYTES) turnOver();
        size += writeSync(file, text);
      } catch {
        // There is nowhere left to report it.
      }
    },
    close() {
      closeSync(file);
    },
  };
}
