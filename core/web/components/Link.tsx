import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';

import { useService } from '../react/use-service.ts';
import { ROUTER } from '../router/router.ts';

export interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** A path of this workbench, with query and hash if need be. */
  to: string;
  /** Takes the present place's stead in the history. */
  replace?: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link to a page of the workbench. It passes the guard; in a new tab or window it opens as any link does. */
export function Link({ to, replace = false, onClick, ...rest }: LinkProps) {
  const router = useService(ROUTER);
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const own = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !own || (rest.target !== undefined && rest.target !== '_self')) return;
    event.preventDefault();
    void router.go(to, { replace });
  };
  return <a {...rest} href={to} onClick={follow} />;
}
