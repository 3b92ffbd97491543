import type { ReactNode } from 'react';

import { Link } from '../router/links.ts';
import { Icon } from './Icon.tsx';
import './BackLink.css';

export interface BackLinkProps {
  to: string;
  /** Where it leads, in words. */
  children: ReactNode;
}

/** Above a page's title: the way back to what the page belongs to. */
export function BackLink({ to, children }: BackLinkProps) {
  return (
    <Link className="rp-back" to={to}>
      <Icon name="arrow-left" size={16} />
      {children}
    </Link>
  );
}
