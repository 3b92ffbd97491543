import { IconButton } from '#core/web/components/IconButton.tsx';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useSlot } from '#core/web/react/use-slot.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropdownMenu, MenuItem } from '#core/web/ui/DropdownMenu.tsx';
import type { FoundFile } from '#core/web/uploads/dropped-files.ts';
import { SlotItems } from '#core/web/views/plugins/SlotItems.tsx';

import { MATERIAL_SOURCES, type MaterialSource } from '#plugins/materials/api.ts';
import type { MaterialKind } from '#plugins/materials/calls.ts';
import './SourcesMenu.css';

interface SourcesProps {
  /** What is shown, and where it goes. */
  to: { kind: MaterialKind; folderId: string | null };
  take(found: FoundFile[]): void;
}

/** Where else materials come from; nothing where they do not. */
export function SourcesMenu({ to, take }: SourcesProps) {
  const t = useText();
  const isOffered = useSlot(MATERIAL_SOURCES).some(({ item }) => item.kinds.includes(to.kind));
  if (!isOffered) return null;
  const label = t('materials:source.menu');
  return (
    <DropdownMenu
      label={label}
      trigger={(menu) => <IconButton {...menu} className="rp-sources" icon="plus" label={label} />}
    >
      <SlotItems slot={MATERIAL_SOURCES}>
        {(source) => source.kinds.includes(to.kind) && <SourceItem source={source} to={to} take={take} />}
      </SlotItems>
    </DropdownMenu>
  );
}

function SourceItem({ source, to, take }: SourcesProps & { source: MaterialSource }) {
  const t = useText();
  const choose = usePluginCallback(async () => {
    const files: unknown = await source.choose(to);
    if (files === undefined) return;
    if (!Array.isArray(files) || !files.every((file) => file instanceof File)) {
      throw new TypeError(`${MATERIAL_SOURCES.id}: "${source.id}" must answer files, or nothing`);
    }
    if (files.length > 0) take(files.map((file: File) => ({ file, folders: [] })));
  });
  return (
    <MenuItem icon={source.icon} onChoose={choose}>
      {t(source.title)}
    </MenuItem>
  );
}
