import { useEffect, useState } from 'react';

/** Whole seconds until a time, counted down. */
export function useSecondsUntil(time: string): number {
  const end = new Date(time).getTime();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((end - now) / 1000));
}
