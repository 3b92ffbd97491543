import type { ReactNode } from 'react';

import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { TimelineStep } from '#plugins/membership/calls.ts';

interface TimelineProps<S extends TimelineStep> {
  steps: readonly S[];
  /** What else is shown of a step. */
  aside?(step: S): ReactNode;
}

function DrawnTimeline<S extends TimelineStep>({ steps, aside }: TimelineProps<S>) {
  const t = useText();
  const i18n = useService(I18N);
  return (
    <ol className="rp-timeline">
      {steps.map((step) => (
        <li key={step.id}>
          <time dateTime={step.at}>{i18n.time(step.at)}</time>
          <div>
            <strong>{step.title}</strong>{' '}
            <span className="rp-checkout__quiet">{t('membership:operator.by', { name: step.by })}</span>
            {step.notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
            {aside?.(step)}
          </div>
        </li>
      ))}
    </ol>
  );
}

// observer() loses the type parameter.
/** What happened, when and by whom. */
export const Timeline = observer(DrawnTimeline) as typeof DrawnTimeline;
