import { computed } from 'mobx';

import type { GetService } from '#core/web/service.ts';
import { PLUGINS } from '#core/web/plugins/plugins.ts';
import { SESSION } from '#core/web/session/session.ts';
import { token } from '#core/web/token.ts';

import { menuOf, type MenuSection } from './menu-entries.ts';

/** The menu of the current user, built once for all components that show it. Observable. */
export interface Menu {
  readonly sections: readonly MenuSection[];
}

export const MENU = token<Menu>('menu', 1);

/** Creates the {@link Menu} of a page. */
export function createMenu(get: GetService): Menu {
  const sections = computed(() => menuOf(get(PLUGINS), get(SESSION)));
  return {
    get sections() {
      return sections.get();
    },
  };
}
