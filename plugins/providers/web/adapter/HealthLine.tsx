import { languageName } from '#core/contract/languages.ts';
import { enumerated } from '#core/web/i18n/enumerated.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';

import type { Service } from '#plugins/providers/calls.ts';
import { ServicesStore } from '../store/ServicesStore.ts';

/** What the last look at an adapter has shown. */
export const HealthLine = observer(function HealthLine({ kind, id }: { kind: Service['kind']; id: string }) {
  const t = useText();
  const i18n = useService(I18N);
  const look = useStore(ServicesStore).lookOf(kind, id);
  if (look === undefined || look.state === 'looking') return null;
  if (look.state === 'failed') {
    return (
      <Notice kind="error" announce>
        {t('providers:check-failed', { trouble: look.text })}
      </Notice>
    );
  }
  const { healthy, probed, problem, languages, milliseconds } = look.health;
  if (!healthy) {
    return (
      <Notice kind="error" announce>
        {problem}
      </Notice>
    );
  }
  // An engine on this machine answers at once: a time is only telling of a service elsewhere.
  const works = milliseconds < 10 ? t('providers:healthy') : t('providers:healthy-in', { milliseconds });
  return (
    <div className="rp-services__health" role="status">
      <p>{probed || languages !== null ? works : t('providers:healthy-unprobed')}</p>
      {languages !== null && (
        <p className="rp-services__quiet">
          {t('providers:languages', {
            count: languages.length,
            list: enumerated(
              languages.map((tag) => languageName(tag, i18n.language)),
              i18n,
            ),
          })}
        </p>
      )}
    </div>
  );
});
