import type { RefObject } from 'react';

import { NameField } from '#core/web/components/NameField.tsx';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import { focusFolder } from './focus-folder.ts';
import { FoldersStore } from '../list/FoldersStore.ts';

/** Most letters of a folder's name. */
const MAX_LETTERS = 60;

interface NewFolderFieldProps {
  /** The folder that it is made in; null for the top. */
  below: string | null;
  /** Where the folders are shown: the new one gets the focus there. */
  within: RefObject<HTMLElement | null>;
  end(): void;
}

/** Makes a folder of the name that is typed. */
export function NewFolderField({ below, within, end }: NewFolderFieldProps) {
  const t = useText();
  const folders = useStore(FoldersStore);
  return (
    <NameField
      value=""
      label={t('materials:folder.name')}
      placeholder={t('materials:folder.name')}
      most={MAX_LETTERS}
      save={async (name) => {
        const { id } = await folders.create(name, below);
        focusFolder(within.current, id);
      }}
      end={end}
    />
  );
}

interface RenameFolderFieldProps {
  folder: { id: string; name: string };
  /** Where the folders are shown: it has the focus again there. */
  within: RefObject<HTMLElement | null>;
}

/** Gives a folder the name that is typed, in place of its name. */
export function RenameFolderField({ folder: { id, name }, within }: RenameFolderFieldProps) {
  const t = useText();
  const folders = useStore(FoldersStore);
  return (
    <NameField
      value={name}
      label={t('materials:folder.name')}
      most={MAX_LETTERS}
      save={(next) => folders.setName(id, next)}
      end={() => {
        folders.rename(null);
        focusFolder(within.current, id);
      }}
    />
  );
}
