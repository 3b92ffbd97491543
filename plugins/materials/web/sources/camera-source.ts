import { chooseFiles } from '#core/web/choose-files.ts';

import type { MaterialSource } from '#plugins/materials/api.ts';

/** The camera of a phone. */
export const cameraSource: MaterialSource = {
  ...{ id: 'camera', title: 'materials:source.camera', icon: 'video', kinds: ['video', 'image'] },
  choose: ({ kind }) => chooseFiles({ accept: kind === 'image' ? 'image/*' : 'video/*', camera: true }),
};
