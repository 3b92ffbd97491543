import { observer } from 'mobx-react-lite';
import { useMemo, type ReactNode } from 'react';
import { createPath, Router as Routing, useRoutes, type Navigator, type To } from 'react-router-dom';

import type { Router } from './router.ts';

/**
 * Gives `Link`, `useSearchParams` and the rest of react-router below it our {@link Router} to work with: the location
 * is the last one that the guard admitted, and every navigation passes it.
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

/** Provides `useParams` below it: the parameters of the current path, named by the route's pattern. */
export function RouteParams({ pattern, children }: { pattern: string; children: ReactNode }) {
  return useRoutes([{ path: pattern, element: children }]);
}

function navigatorOf(router: Router): Navigator {
  return {
    createHref: hrefOf,
    // As in a window; links are compared with the location in this form.
    encodeLocation(to) {
      const { pathname, search, hash } = new URL(hrefOf(to), 'http://workbench');
      return { pathname, search, hash };
    },
    push: (to) => void router.go(hrefOf(to)),
    replace: (to) => void router.go(hrefOf(to), { replace: true }),
    // Pages only ever go back one step.
    go: () => router.back(),
  };
}

function hrefOf(to: To): string {
  return typeof to === 'string' ? to : createPath(to);
}
