import { Icon, isIconName } from '#core/web/components/Icon.tsx';

import type { Extension } from '#plugins/extensions/calls.ts';
import './PluginSign.css';

/** The drawing by which a plugin is known in the menu. */
export function PluginSign({ manifest, isLarge = false }: Pick<Extension, 'manifest'> & { isLarge?: boolean }) {
  const name = manifest.menus[0]?.icon ?? '';
  return (
    <span className="rp-ext-sign" data-large={isLarge || undefined} aria-hidden="true">
      <Icon name={isIconName(name) ? name : 'plug'} />
    </span>
  );
}
