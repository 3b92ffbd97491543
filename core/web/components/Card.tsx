import type { ReactNode } from 'react';

import { Link, type LinkProps } from '../router/links.ts';
import './Card.css';

/**
 * The link of a card in its title. All of the card leads there, which is `position: relative`; what else can be pressed
 * in it is positioned too.
 */
export function CardLink(properties: Omit<LinkProps, 'className'>) {
  return <Link {...properties} className="rp-card-link" />;
}

interface CardImageProps {
  /** How far the work is, 0 to 1, at the foot of the picture. */
  progress?: number | undefined;
  /** What is under way, for screen readers. */
  label?: string;
  /** Usually a `MovingPicture`; nothing for the outline of a card. */
  children?: ReactNode;
}

/** The picture of a card that stands for a piece of work. */
export function CardImage({ progress, label, children }: CardImageProps) {
  return (
    <div className="rp-card-image">
      {children}
      {progress !== undefined && <progress max={1} value={progress} aria-label={label} />}
    </div>
  );
}

interface CardStatusProps {
  tone: 'idle' | 'working' | 'done' | 'failed';
  children: ReactNode;
}

/** How far a piece of work is, in a few words. */
export function CardStatus({ tone, children }: CardStatusProps) {
  return (
    <p className="rp-card-status" data-tone={tone}>
      {children}
    </p>
  );
}
