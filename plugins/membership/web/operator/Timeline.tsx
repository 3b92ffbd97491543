import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { TimelineStep } from '#plugins/membership/calls.ts';

/** What happened, when and by whom. */
export const Timeline = observer(function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  const t = useText();
  const i18n = useService(I18N);
  return (
    <ol className="rp-timeline">
      {steps.map(({ id, at, title, by, notes }) => (
        <li key={id}>
          <time dateTime={at}>{i18n.time(at)}</time>
          <div>
            <strong>{title}</strong>{' '}
            <span className="rp-checkout__quiet">{t('membership:operator.by', { name: by })}</span>
            {notes.map((note) => (
              <p key={note}>{note}</p>
            ))}
          </div>
        </li>
      ))}
    </ol>
  );
});
