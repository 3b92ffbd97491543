import { NameField } from '#core/web/components/NameField.tsx';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Material } from '#plugins/materials/calls.ts';
import { LibraryActions } from '../actions/LibraryActions.ts';
import type { Library } from '../list/Library.ts';

/** Renames a material in place. */
export function RenameField({ library, material: { id, name } }: { library: Library; material: Material }) {
  const t = useText();
  const actions = useStore(LibraryActions);
  return (
    <NameField
      value={name}
      label={t('materials:rename-label')}
      save={(next) => actions.rename(id, next)}
      end={() => library.rename(null)}
    />
  );
}
