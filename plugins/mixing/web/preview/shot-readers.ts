import type { MaterialShelf } from './open-material.ts';
import { createShotReader, type ReadShot, type ShotReader } from './shot-reader.ts';

/** Opens shots to be read, one of them before it is asked for. */
export interface ShotReaders {
  /** Decodes the first picture of a shot, for the next that opens that shot. */
  prepare(shot: ReadShot, fps: number): void;
  /** Whoever opens it disposes of it. @throws UndecodablePicture, and what keeps the file from being read */
  open(shot: ReadShot, fps: number): Promise<ShotReader>;
  dispose(): void;
}

/** Makes {@link ShotReaders} of materials on a shelf. */
export function createShotReaders(shelf: Pick<MaterialShelf, 'open'>): ShotReaders {
  let prepared: { key: string; reader: Promise<ShotReader> } | null = null;

  const begin = async (shot: ReadShot, fps: number): Promise<ShotReader> =>
    createShotReader(await shelf.open(shot.url), shot, fps);

  function drop(): void {
    prepared?.reader.then(
      (reader) => reader.dispose(),
      () => undefined,
    );
    prepared = null;
  }

  return {
    prepare(shot, fps) {
      drop();
      const reader = begin(shot, fps).then(async (opened) => {
        await opened.frame(0, false);
        return opened;
      });
      // Whoever opens it meets the same fault, and says so.
      reader.catch(() => undefined);
      prepared = { key: keyOf(shot, fps), reader };
    },
    open(shot, fps) {
      if (prepared?.key !== keyOf(shot, fps)) return begin(shot, fps);
      const { reader } = prepared;
      prepared = null;
      return reader;
    },
    dispose: drop,
  };
}

const keyOf = ({ url, window, speed, frames }: ReadShot, fps: number): string =>
  JSON.stringify([url, window.start, speed, frames, fps]);
