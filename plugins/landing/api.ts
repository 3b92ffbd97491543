import type { ComponentType } from 'react';

import type { MessageKey } from '#core/contract/message-keys.ts';
import { slot } from '#core/web/slot.ts';

/**
 * Version of what plugins from outside import as `@reelport/core/plugins/landing`: the first number goes up with a change
 * that breaks what is built against it, and such plugins are refused by name of it; the second with an addition.
 */
export const API_VERSION = '1.0.0';

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
