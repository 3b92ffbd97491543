import { PLUGINS } from '#core/web/plugins/plugins.ts';
import { useService } from '#core/web/react/use-service.ts';
import { isPageAddress } from '#core/web/router/route-objects.ts';

/** The path if there is a page at it, otherwise null, since a link must lead somewhere. For observers. */
export function useKnownPage(to: string | null): string | null {
  const plugins = useService(PLUGINS);
  return to !== null && isPageAddress(plugins, to) ? to : null;
}
