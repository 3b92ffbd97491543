import { Icon } from '#core/web/components/Icon.tsx';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';

import type { MixRun } from '#plugins/mixing/mix-run.ts';
import { describeRun } from './describe-run.ts';
import './CertificateLine.css';

/** What a run that is done has come to, in one line that leads to its certificate. */
export function CertificateLine({ run }: { run: MixRun }) {
  const t = useText();
  const { distance } = run.facts;
  return (
    <Link className="rp-run-certificate" to={`/mixedCut/certificate/${run.id}`}>
      <Icon name="shield" />
      <span className="rp-run-certificate__words">
        <span>{describeRun(run, t)}</span>
        <strong>
          {distance === null
            ? t('mixing:run.certificate')
            : t('mixing:run.distance', {
                least: distance.least,
                mean: Math.round(distance.mean * 10) / 10,
                of: distance.of,
              })}
        </strong>
      </span>
      <Icon name="chevron-right" size={16} />
    </Link>
  );
}
