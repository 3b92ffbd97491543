import { useId } from 'react';

import { LazyImage } from '#core/web/components/LazyImage.tsx';
import type { Events } from '#core/web/events/events.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';

import type { WorkbenchOutputs } from '#plugins/workbench/api.ts';
import './RecentOutputs.css';

export interface RecentOutputsProps {
  source: WorkbenchOutputs;
  /** The workbench's own: it follows them, whatever the plugin whose outputs these are was granted. */
  events: Events;
}

/** What was made last, as pictures; nothing while there is none, or while it cannot be read. */
export const RecentOutputs = observer(function RecentOutputs({ source, events }: RecentOutputsProps) {
  const t = useText();
  const heading = useId();
  const { value, failure } = useLive(
    (scope) =>
      new LiveValue(scope, (signal) => source.load(signal), {
        events,
        follows: source.events.map((event) => eventTrigger(event)),
      }),
  );
  if (value === null && failure === null) return <span hidden data-unread="" />;
  if (value === null || value.length === 0) return null;
  return (
    <section aria-labelledby={heading}>
      <header className="rp-workbench__head">
        <h2 id={heading}>{t('workbench:outputs.title')}</h2>
      </header>
      <ul className="rp-made">
        {value.map(({ id, title, picture, to }) => (
          <li key={id}>
            <Link to={to} title={title}>
              <LazyImage src={picture} alt={title} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
});
