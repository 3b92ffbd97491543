import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import './HistogramView.css';

/** Numbers from here on are longer than their bars are wide. */
const LARGE = 10_000;

/** Pairs by how many of their pictures differ, in steps of five per cent. */
export const HistogramView = observer(function HistogramView({ steps }: { steps: readonly number[] }) {
  const t = useText();
  const i18n = useService(I18N);
  const most = Math.max(1, ...steps);
  const width = 100 / steps.length;
  return (
    <div className="rp-histogram">
      <ol data-large={most >= LARGE || undefined}>
        {steps.map((count, index) => {
          const from = Math.round(index * width);
          const words = t('mixing:certificate.histogram-step', { from, to: Math.round(from + width), count });
          return (
            <li key={from} title={words} data-none={count === 0 || undefined}>
              <span className="rp-visually-hidden">{words}</span>
              {count > 0 && <b aria-hidden="true">{i18n.count(count)}</b>}
              {/* A single pair is still seen. */}
              <i aria-hidden="true" style={{ blockSize: count === 0 ? 0 : `max(2px, ${(count / most) * 100}%)` }} />
            </li>
          );
        })}
      </ol>
      <p aria-hidden="true">
        <span>0 %</span>
        <span>{t('mixing:certificate.histogram-axis')}</span>
        <span>100 %</span>
      </p>
    </div>
  );
});
