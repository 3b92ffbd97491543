import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';

import { describePhase } from '../parts/describe-phase.ts';
import type { KeptVersion } from './kept-versions.ts';

/** When a version was rolled back automatically, and why, if known. */
export const RejectionNote = observer(function RejectionNote({ rejection }: Pick<KeptVersion, 'rejection'>) {
  const t = useText();
  const i18n = useService(I18N);
  if (rejection === null) return <p>{t('extensions:versions.rejected-unknown')}</p>;
  const [first = ''] = rejection.message.split('\n', 1);
  return (
    <>
      <p>
        {t('extensions:versions.rejected-for', {
          time: i18n.time(rejection.at),
          phase: describePhase(rejection.phase, i18n),
        })}
      </p>
      <code>{first}</code>
    </>
  );
});
