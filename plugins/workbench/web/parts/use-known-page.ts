import { PLUGINS } from '#core/web/plugins/plugins.ts';
import { useService } from '#core/web/react/use-service.ts';

import { knowsPage } from './knows-page.ts';

/** The path if a plugin has a page there, else null: what leads nowhere is not a link. For observers. */
export function useKnownPage(to: string | null): string | null {
  const plugins = useService(PLUGINS);
  return to !== null && knowsPage(plugins, to) ? to : null;
}
