import { HTTP, type Http } from '#core/web/http/http.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { usePluginContext } from '#core/web/react/use-plugin-context.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useSlot } from '#core/web/react/use-slot.ts';
import { useText } from '#core/web/react/use-text.ts';
import { MenuItem, MenuLine } from '#core/web/ui/DropdownMenu.tsx';
import { SlotItems } from '#core/web/views/plugins/SlotItems.tsx';

import { MATERIAL_FOLDER_ACTIONS, type MaterialFolderAction } from '#plugins/materials/api.ts';
import { listMaterials, type Material, type MaterialFolder } from '#plugins/materials/calls.ts';

/** Materials of one request, and those of a folder that are read at the most. */
const [PAGE, MOST] = [200, 2000];

const countOf = ({ counts }: MaterialFolder, { kinds }: MaterialFolderAction): number =>
  kinds.reduce((sum, kind) => sum + counts[kind], 0);

/** What other features do with all that is in a folder, as entries of its menu, with a line below them. */
export function FolderActionItems({ folder }: { folder: MaterialFolder }) {
  const http = useService(HTTP);
  const { log, signal } = usePluginContext();
  const isOffered = useSlot(MATERIAL_FOLDER_ACTIONS).some(({ item }) => countOf(folder, item) > 0);
  if (!isOffered) return null;
  const read = async ({ kinds }: MaterialFolderAction): Promise<readonly Material[]> => {
    try {
      return await readFolder(http, folder.id, kinds, signal);
    } catch (error) {
      // The error catalogue has told it.
      if (!signal.aborted) log.info('a folder was not read', error);
      return [];
    }
  };
  return (
    <>
      <SlotItems slot={MATERIAL_FOLDER_ACTIONS}>
        {(action) => countOf(folder, action) > 0 && <FolderActionItem {...{ action, folder, read }} />}
      </SlotItems>
      <MenuLine />
    </>
  );
}

interface FolderActionItemProps {
  action: MaterialFolderAction;
  folder: MaterialFolder;
  read(action: MaterialFolderAction): Promise<readonly Material[]>;
}

function FolderActionItem({ action, folder, read }: FolderActionItemProps) {
  const t = useText();
  const run = usePluginCallback(async () => {
    const materials = await read(action);
    if (materials.length > 0) await action.run({ id: folder.id, name: folder.name }, materials);
  });
  return (
    <MenuItem icon={action.icon} onChoose={run}>
      {t(action.title, { count: countOf(folder, action) })}
    </MenuItem>
  );
}

/** What is in a folder and can be used, the newest first. */
async function readFolder(
  http: Http,
  folder: string,
  kinds: MaterialFolderAction['kinds'],
  signal: AbortSignal,
): Promise<readonly Material[]> {
  const found: Material[] = [];
  for (const kind of kinds) {
    let cursor: string | undefined;
    do {
      const query = { kind, folder, state: 'usable', limit: PAGE, cursor } as const;
      const { items, nextCursor } = await http.call(listMaterials, { query }, { signal });
      found.push(...items);
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined && found.length < MOST);
  }
  return found.slice(0, MOST);
}
