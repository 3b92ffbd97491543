import type { AnchorHTMLAttributes, FunctionComponent, Ref } from 'react';
import * as library from 'react-router-dom';

// The part of react-router that pages use. For navigation from code and for unsaved work there is ROUTER.

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /**
   * A path of this workbench, optionally with query and hash; a value that begins with `?` applies to the current page.
   */
  to: string;
  /** Replaces the current history entry. */
  replace?: boolean;
  ref?: Ref<HTMLAnchorElement>;
}

/**
 * react-router's `Link` to a page of the workbench. It passes the guard; in a new tab or window it opens like any link.
 * @example <Link to="/brand-kit">{t('brand-kit:title')}</Link>
 */
export const Link: FunctionComponent<LinkProps> = library.Link;

export interface NavLinkProps extends LinkProps {
  /** Match exactly this path, and not those that begin with it. */
  end?: boolean;
}

/** A {@link Link} in a menu: has the class `active` and `aria-current` while its page is shown. */
export const NavLink: FunctionComponent<NavLinkProps> = library.NavLink;

/**
 * react-router's `useParams`: the decoded parameters of the current path, named by the route's pattern.
 * @example const { id } = useParams(); // at /mixedCut/edit/7 of the route /mixedCut/edit/:id it is '7'
 */
export const useParams: () => Readonly<Record<string, string | undefined>> = library.useParams;

/** Changes the query of the page's address; the page stays mounted and keeps unsaved work. */
export type SetSearchParams = (query: Record<string, string>, options?: { replace?: boolean }) => void;

/**
 * react-router's `useSearchParams`: the query of the page's address, and a function to change it.
 * @example const [query, setQuery] = useSearchParams(); // query.get('tab'); setQuery({ tab: 'faults' })
 */
export const useSearchParams: () => [query: URLSearchParams, setQuery: SetSearchParams] = library.useSearchParams;
