import { Button } from '#core/web/components/Button.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useSlot } from '#core/web/react/use-slot.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropdownMenu, MenuItem } from '#core/web/ui/DropdownMenu.tsx';
import { SlotItems } from '#core/web/views/plugins/SlotItems.tsx';
import { MATERIAL_ACTIONS, type Material, type MaterialAction } from '#plugins/materials/api.ts';

import { BatchStore } from './BatchStore.ts';

/** What other features do with the finished videos of a language, such as publishing them. */
export const NextSteps = observer(function NextSteps(properties: { language: string; name: string; count: number }) {
  const { language, name, count } = properties;
  const t = useText();
  const store = useStore(BatchStore);
  const isOffered = useSlot(MATERIAL_ACTIONS).some(({ item }) => item.kinds.includes('video'));
  if (!isOffered) return null;
  return (
    <DropdownMenu
      label={t('translation:batch.next-of', { language: name, count })}
      trigger={(menu) => (
        <Button {...menu} size="small" icon="send">
          {t('translation:batch.next', { count })}
        </Button>
      )}
    >
      <SlotItems slot={MATERIAL_ACTIONS}>
        {(action) =>
          action.kinds.includes('video') && <Step action={action} count={count} read={() => store.made(language)} />
        }
      </SlotItems>
    </DropdownMenu>
  );
});

interface StepProperties {
  action: MaterialAction;
  count: number;
  read(): Promise<readonly Material[]>;
}

/** It is drawn in the name of the plugin that offers it, which has none of our stores. */
function Step({ action, count, read }: StepProperties) {
  const t = useText();
  const run = usePluginCallback(async () => {
    const materials = await read();
    if (materials.length > 0) await action.run(materials);
  });
  return (
    <MenuItem icon={action.icon} onChoose={run}>
      {t(action.title, { count })}
    </MenuItem>
  );
}
