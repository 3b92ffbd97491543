import { observer } from 'mobx-react-lite';
import { useMemo, type ReactNode } from 'react';
import { createPath, Router as Routing, useRoutes, type Navigator, type To } from 'react-router-dom';

import type { Router } from './router.ts';

/**
 * Lets everything of react-router below it, such as `Link` and `useSearchParams`, go by a {@link Router} of ours: the
 * place is the last one that the guard let in, and every way passes it.
 */
export const RouterLinks = observer(function RouterLinks({
  router,
  children,
}: {
  router: Router;
  children: ReactNode;
}) {
  const navigator = useMemo(() => navigatorOf(router), [router]);
  const { path, query, hash } = router.place;
  return (
    <Routing location={{ pathname: path, search: query.size === 0 ? '' : `?${query}`, hash }} navigator={navigator}>
      {children}
    </Routing>
  );
});

/** What `useParams` gives below it: the parts of the present path by the names of a route's pattern. */
export function RouteParams({ pattern, children }: { pattern: string; children: ReactNode }) {
  return useRoutes([{ path: pattern, element: children }]);
}

function navigatorOf(router: Router): Navigator {
  return {
    createHref: hrefOf,
    // As a window does: links are compared with the place in this form.
    encodeLocation(to) {
      const { pathname, search, hash } = new URL(hrefOf(to), 'http://workbench');
      return { pathname, search, hash };
    },
    push: (to) => void router.go(hrefOf(to)),
    replace: (to) => void router.go(hrefOf(to), { replace: true }),
    // Pages go back one step, or nowhere.
    go: () => router.back(),
  };
}

function hrefOf(to: To): string {
  return typeof to === 'string' ? to : createPath(to);
}
