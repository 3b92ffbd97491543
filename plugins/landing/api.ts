import type { ComponentType } from 'react';

import type { MessageKey } from '#core/contract/message-keys.ts';
import { slot } from '#core/web/slot.ts';

/** A section of the landing page, between the screenshots and the questions. */
export interface LandingSection {
  /** Unique within the plugin. */
  id: string;
  /** Its heading. */
  title: MessageKey;
  /** Drawn below the heading; load its code when it is first rendered. */
  Section: ComponentType;
}

/** Adds sections to the landing page. */
export const LANDING_SECTIONS = slot<LandingSection>(
  'landing.sections',
  ({ id, title, Section }) =>
    [id, title].every((words) => typeof words === 'string') && ['function', 'object'].includes(typeof Section),
);
