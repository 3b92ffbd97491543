import type { MountedPlugin } from '#core/web/testing/index.ts';

/** Catches the files that a page saves, until `end`. */
export function catchSaved(): { files: Blob[]; end(): void } {
  const { createObjectURL } = URL;
  const { click } = HTMLAnchorElement.prototype;
  const files: Blob[] = [];
  URL.createObjectURL = (blob) => {
    files.push(blob as Blob);
    return 'blob:test';
  };
  HTMLAnchorElement.prototype.click = () => undefined;
  const end = (): void => {
    URL.createObjectURL = createObjectURL;
    HTMLAnchorElement.prototype.click = click;
  };
  return { files, end };
}

/** Gives a file to the dialog that imports one. */
export async function chooseFile(dialog: Pick<MountedPlugin, 'element' | 'doing'>, content: Blob): Promise<void> {
  const field = dialog.element.querySelector('input[type=file]') as HTMLInputElement;
  const file = Object.assign(new File([content], 'table.csv'), { webkitRelativePath: '' });
  Object.defineProperty(field, 'files', { value: [file], configurable: true });
  await dialog.doing(() => field.dispatchEvent(new Event('change', { bubbles: true })));
}
