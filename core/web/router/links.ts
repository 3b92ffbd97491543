import type { AnchorHTMLAttributes, FunctionComponent, Ref } from 'react';
import * as library from 'react-router-dom';

// What pages use of react-router. Going somewhere from code, and asking before a page is left, is ROUTER's.

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of this workbench, with query and hash if need be; what begins with `?` is of the present page. */
  to: string;
  /** Takes the present place's stead in the history. */
  replace?: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * A link to a page of the workbench: react-router's own. It passes the guard; in a new tab or window it opens as any
 * link does.
 * @example <Link to="/brand-kit">{t('brand-kit:title')}</Link>
 */
export const Link: FunctionComponent<LinkProps> = library.Link;

export interface NavLinkProps extends LinkProps {
  /** Whether it is the current one only at exactly this path, and not at those that begin with it. */
  end?: boolean;
}

/** A {@link Link} of a menu: it has the class `active` and `aria-current` while the page that it leads to is shown. */
export const NavLink: FunctionComponent<NavLinkProps> = library.NavLink;

/**
 * The parts of the page's path by the names in its route's pattern, decoded: react-router's own.
 * @example const { id } = useParams(); // at /mixedCut/edit/7 of the route /mixedCut/edit/:id it is '7'
 */
export const useParams: () => Readonly<Record<string, string | undefined>> = library.useParams;

/** Gives the page's address another query: the page stays, and so does work that is not saved. */
export type SetSearchParams = (query: Record<string, string>, options?: { replace?: boolean }) => void;

/**
 * The query of the page's address, and how it is changed: react-router's own.
 * @example const [query, setQuery] = useSearchParams(); // query.get('tab'); setQuery({ tab: 'faults' })
 */
export const useSearchParams: () => [query: URLSearchParams, setQuery: SetSearchParams] = library.useSearchParams;
