import { IconButton } from '#core/web/components/IconButton.tsx';
import { NameField } from '#core/web/components/NameField.tsx';
import { observer } from '#core/web/react/observer.ts';
import { usePluginCallback } from '#core/web/react/use-plugin-callback.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { DropdownMenu, MenuItem } from '#core/web/ui/DropdownMenu.tsx';

import type { MixTemplate } from '#plugins/mixing/calls.ts';
import { TemplateCard } from './TemplateCard.tsx';
import { Templates } from './Templates.ts';

/** A template of the account, which can be renamed, shared and deleted. */
export const OwnTemplate = observer(function OwnTemplate({
  template,
  onUse,
}: {
  template: MixTemplate;
  onUse(): void;
}) {
  const t = useText();
  const templates = useStore(Templates);
  const { id, name, document, shared } = template;
  const share = usePluginCallback(() => templates.share(template));
  const remove = usePluginCallback(() => templates.remove(template));
  return (
    <TemplateCard
      {...{ name, document, onUse }}
      about={shared ? t('mixing:templates.is-shared') : ''}
      field={
        templates.renaming === id ? (
          <NameField
            value={name}
            label={t('mixing:templates.rename-label')}
            most={100}
            save={(next) => templates.rename(id, next)}
            end={() => templates.setRenaming(null)}
          />
        ) : undefined
      }
      menu={
        <DropdownMenu
          label={t('mixing:templates.actions', { name })}
          trigger={(menu) => (
            <IconButton icon="more" size="small" label={t('mixing:templates.actions', { name })} {...menu} />
          )}
        >
          <MenuItem icon="edit" onChoose={() => templates.setRenaming(id)}>
            {t('mixing:templates.rename')}
          </MenuItem>
          <MenuItem icon="person" onChoose={share}>
            {t(shared ? 'mixing:templates.unshare' : 'mixing:templates.share')}
          </MenuItem>
          <MenuItem icon="trash" danger onChoose={remove}>
            {t('mixing:templates.delete')}
          </MenuItem>
        </DropdownMenu>
      }
    />
  );
});
