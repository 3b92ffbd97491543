import { Button } from '#core/web/components/Button.tsx';
import { useText } from '#core/web/react/use-text.ts';

/** Shown in place of the whole page when the start failed. */
export function StartNotice({ retry }: { retry(): void }) {
  const t = useText();
  return (
    <main className="rp-start-fault">
      <h1>{t('shell:start.failed')}</h1>
      <p>{t('shell:start.failed-hint')}</p>
      <Button variant="primary" onClick={retry}>
        {t('shell:start.retry')}
      </Button>
    </main>
  );
}
