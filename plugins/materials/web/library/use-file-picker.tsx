import { useRef, type ReactNode } from 'react';
import { filesOfList, type FoundFile } from '#core/web/uploads/dropped-files.ts';

/** The system's own dialogs for files. */
export interface FilePicker {
  choose(): void;
  /** A whole folder, with the folders in it. */
  chooseFolder(): void;
  /** Has to be drawn somewhere. */
  fields: ReactNode;
}

/** Opens the system's dialogs. @param accept endings as a file field takes them */
export function useFilePicker(accept: string, take: (found: FoundFile[]) => void): FilePicker {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const hear = ({ currentTarget }: { currentTarget: HTMLInputElement }): void => {
    const chosen = filesOfList(currentTarget.files ?? []);
    // The same files may be chosen again.
    currentTarget.value = '';
    take(chosen);
  };
  const chooseFolders = (field: HTMLInputElement | null): void => {
    folder.current = field;
    if (field !== null) field.webkitdirectory = true;
  };
  return {
    choose: () => files.current?.click(),
    chooseFolder: () => folder.current?.click(),
    fields: (
      <>
        <input ref={files} type="file" multiple hidden accept={accept} onChange={hear} data-files="" />
        <input ref={chooseFolders} type="file" multiple hidden onChange={hear} data-folder-files="" />
      </>
    ),
  };
}
