import { CanvasPreview } from './canvas-preview.ts';
import { createMaterialShelf } from './open-material.ts';
import type { PreviewStudio } from './preview-engine.ts';
import { createShotReaders } from './shot-readers.ts';

/** Makes a {@link PreviewStudio}; ask `canPreview` before. */
export function createPreviewStudio(): PreviewStudio {
  const shelf = createMaterialShelf();
  const readers = createShotReaders(shelf);
  return {
    prepare({ picture, shots: [first] }) {
      if (first !== undefined) readers.prepare(first, picture.fps);
    },
    engineOn: (canvas) => new CanvasPreview(canvas, shelf, readers),
    dispose() {
      readers.dispose();
      shelf.dispose();
    },
  };
}
