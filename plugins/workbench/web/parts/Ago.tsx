import { useEffect, useState } from 'react';

import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';

const MINUTE = 60_000;

/** How long ago something was, kept true by the minute; the exact time when one points at it. */
export const Ago = observer(function Ago({ time, className }: { time: string; className?: string }) {
  const i18n = useService(I18N);
  const [, setMinute] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinute((minute) => minute + 1), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return (
    <time className={className} dateTime={time} title={i18n.time(time)}>
      {i18n.ago(time)}
    </time>
  );
});
