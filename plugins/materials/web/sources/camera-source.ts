import type { MaterialSource } from '#plugins/materials/api.ts';

/** The camera of a phone. */
export const cameraSource: MaterialSource = {
  ...{ id: 'camera', title: 'materials:source.camera', icon: 'video', kinds: ['video', 'image'] },
  choose: ({ kind }) => openCamera(kind === 'image' ? 'image/*' : 'video/*'),
};

/** Opens the camera; ends with nothing when it is closed. */
function openCamera(accept: string): Promise<readonly File[] | undefined> {
  const field = Object.assign(document.createElement('input'), { type: 'file', accept, hidden: true });
  field.setAttribute('capture', 'environment');
  // Safari answers only a field that stands in the page.
  document.body.append(field);
  return new Promise<readonly File[] | undefined>((resolve) => {
    field.addEventListener('change', () => resolve([...(field.files ?? [])]));
    field.addEventListener('cancel', () => resolve(undefined));
    field.click();
  }).finally(() => field.remove());
}
