import { IconButton } from '../components/IconButton.tsx';
import { usePluginCallback } from '../react/use-plugin-callback.ts';
import { useSlotItems } from '../react/use-slot.ts';
import { useText } from '../react/use-text.ts';
import { saveBlob } from '../save-blob.ts';
import { DropdownMenu, MenuItem } from '../ui/DropdownMenu.tsx';
import { PartSlotItems } from '../views/plugins/SlotItems.tsx';
import { RUN_EXPORTS, type RunExport } from './run-exports.ts';
import type { ChosenOutputs } from './run-outputs.ts';

interface OutputExportsProps {
  /** What is saved; nothing is offered for none. */
  outputs: ChosenOutputs;
}

/** The other forms in which what a tool has made is saved; nothing while there are none. */
export function OutputExports({ outputs }: OutputExportsProps) {
  const t = useText();
  const isOffered = useSlotItems(RUN_EXPORTS).length > 0;
  if (!isOffered || outputs.count === 0) return null;
  const label = t('shell:runs.exports');
  return (
    <DropdownMenu
      label={label}
      trigger={(menu) => <IconButton {...menu} size="small" icon="chevron-down" label={label} />}
    >
      <PartSlotItems slot={RUN_EXPORTS}>{(item) => <ExportItem item={item} outputs={outputs} />}</PartSlotItems>
    </DropdownMenu>
  );
}

function ExportItem({ item, outputs }: OutputExportsProps & { item: RunExport }) {
  const t = useText();
  const save = usePluginCallback(async () => {
    const file: unknown = await item.make(outputs);
    if (file === undefined) return;
    if (!(file instanceof File)) throw new TypeError(`${RUN_EXPORTS.id}: "${item.id}" must make a file, or nothing`);
    saveBlob(file, file.name);
  });
  return (
    <MenuItem icon={item.icon} onChoose={save}>
      {t(item.title, { count: outputs.count })}
    </MenuItem>
  );
}
