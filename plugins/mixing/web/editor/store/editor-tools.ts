import type { Events } from '#core/web/events/events.ts';
import type { FeatureGate } from '#core/web/features/feature-gate.ts';
import type { Http } from '#core/web/http/http.ts';
import type { I18n } from '#core/web/i18n/i18n.ts';
import type { AccessLock } from '#core/web/lock.ts';

import type { MaterialsLibrary } from '#plugins/materials/api.ts';
import type { PreviewDeaths } from '#plugins/mixing/web/preview/preview-deaths.ts';
import type { KeptCounts } from './kept-counts.ts';
import type { LibraryAccess } from './library-access.ts';

/** What an editor needs from its environment. */
export interface EditorTools {
  http: Pick<Http, 'call'>;
  events: Pick<Events, 'on' | 'connected'>;
  features: FeatureGate;
  /** Most videos of one run without the feature of large batches. Observable. */
  freeOutputs(): number;
  i18n: Pick<I18n, 't' | 'language'>;
  /** What locks mixing: the page can be looked at, but nothing is edited, measured or planned. Observable. */
  locked(): AccessLock | null;
  /** Undefined while the library is unavailable. */
  library(): MaterialsLibrary | undefined;
  /** Whether the library is available, and why not. Observable. */
  access(): LibraryAccess;
  /** How many videos were wanted of each project. */
  counts: KeptCounts;
  /** Which pages died of a preview. */
  deaths: PreviewDeaths;
  /** Starts the library again after it was unavailable. */
  openLibrary(): Promise<void>;
  /** The project now has its own address: it was created by the first edit, or became a copy. */
  settled(id: string): void;
}
