import { useRef, type ReactNode } from 'react';

import { FileInput } from '#core/web/components/FileInput.tsx';
import { filesOfList, type FoundFile } from '#core/web/uploads/dropped-files.ts';

/** The system's own dialogs for files. */
export interface FilePicker {
  choose(): void;
  /** A whole folder, with the folders in it. */
  chooseFolder(): void;
  /** Takes files that come from elsewhere. */
  take(found: FoundFile[]): void;
  /** Has to be drawn somewhere. */
  fields: ReactNode;
}

/** Opens the system's dialogs. @param accept endings as a file field takes them */
export function useFilePicker(accept: string, take: (found: FoundFile[]) => void): FilePicker {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const hear = (chosen: File[]): void => take(filesOfList(chosen));
  const chooseFolders = (field: HTMLInputElement | null): void => {
    folder.current = field;
    if (field !== null) field.webkitdirectory = true;
  };
  return {
    take,
    choose: () => files.current?.click(),
    chooseFolder: () => folder.current?.click(),
    fields: (
      <>
        <FileInput ref={files} multiple accept={accept} onFiles={hear} data-files="" />
        <FileInput ref={chooseFolders} multiple onFiles={hear} data-folder-files="" />
      </>
    ),
  };
}
