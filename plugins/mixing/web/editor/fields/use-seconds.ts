import { useText } from '#core/web/react/use-text.ts';

/** Seconds as they are read: `2.5 秒`. */
export function useSeconds(): (seconds: number) => string {
  const t = useText();
  return (seconds) => t('mixing:editor.seconds', { seconds: Math.round(seconds * 10) / 10 });
}
