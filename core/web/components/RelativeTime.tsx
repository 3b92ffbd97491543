import { useEffect, useState } from 'react';

import { I18N } from '../i18n/i18n.ts';
import { observer } from '../react/observer.ts';
import { useService } from '../react/use-service.ts';

const MINUTE = 60_000;

export interface RelativeTimeProps {
  /** ISO 8601. */
  time: string;
  className?: string;
  /** Puts the relative time into a sentence. */
  words?: (ago: string) => string;
}

/** How long ago something happened, updated every minute; hovering shows the exact time. */
export const RelativeTime = observer(function RelativeTime({ time, className, words }: RelativeTimeProps) {
  const i18n = useService(I18N);
  const [, setMinute] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinute((minute) => minute + 1), MINUTE);
    return () => clearInterval(timer);
  }, []);
  return (
    <time className={className} dateTime={time} title={i18n.time(time)}>
      {words === undefined ? i18n.ago(time) : words(i18n.ago(time))}
    </time>
  );
});
