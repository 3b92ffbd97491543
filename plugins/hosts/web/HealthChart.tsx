import { LoadError } from '#core/web/components/LoadError.tsx';
import { EVENTS } from '#core/web/events/events.ts';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { eventTrigger } from '#core/web/live/event-trigger.ts';
import { LiveValue } from '#core/web/live/LiveValue.ts';
import { observer } from '#core/web/react/observer.ts';
import { useLive } from '#core/web/react/use-live.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Chart } from '#core/web/ui/chart/Chart.tsx';

import { readHealth } from '#plugins/hosts/calls.ts';
import { hostsChanged } from '#plugins/hosts/events.ts';

/** How long a host took to be logged in to, and how often that failed. */
export const HealthChart = observer(function HealthChart({ id }: { id: string }) {
  const t = useText();
  const i18n = useService(I18N);
  const [http, events] = [useService(HTTP), useService(EVENTS)];
  const health = useLive(
    (scope) =>
      new LiveValue(
        scope,
        async (signal) => (await http.call(readHealth, { params: { id } }, { signal, handlesErrors: true })).checks,
        { events, follows: [eventTrigger(hostsChanged)] },
      ),
  );
  const { value: checks, failure } = health;
  if (failure !== null) {
    const retry = (): void => void health.load();
    return <LoadError text={t('hosts:health-unread')} error={failure.error} onRetry={retry} />;
  }
  if (checks === null) return null;
  if (checks.length === 0) return <p className="rp-host__note">{t('hosts:health-none')}</p>;
  const up = checks.filter(({ milliseconds }) => milliseconds !== null).length;
  const percent = (up / checks.length).toLocaleString(i18n.language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <section className="rp-host__health" aria-label={t('hosts:health')}>
      <h3>{t('hosts:health')}</h3>
      <p className="rp-host__note">{t('hosts:health-up', { count: checks.length, percent })}</p>
      <Chart
        kind="lines"
        label={t('hosts:health')}
        height={140}
        x={{
          label: t('hosts:health-time'),
          format: (at) => (at instanceof Date ? i18n.time(at.toISOString()) : String(at)),
        }}
        y={{
          label: t('hosts:health-milliseconds'),
          // Nobody logs in within no time at all.
          format: (took) => (took === 0 ? t('hosts:health-down') : took.toLocaleString(i18n.language)),
        }}
        points={checks.map(({ at, milliseconds }) => ({ x: new Date(at), y: milliseconds ?? 0 }))}
      />
    </section>
  );
});
