import { useEffect, useState } from 'react';

import type { MessageKey } from '#core/contract/message-keys.ts';

import { I18N } from '../i18n/i18n.ts';
import { pluginTitle } from '../kernel/plugin-title.ts';
import { useKernel } from '../react/use-kernel.ts';
import { useText } from '../react/use-text.ts';
import { Button } from './Button.tsx';
import './PluginFault.css';

/** What is told of a plugin that went wrong. */
export interface PluginFaultProps {
  plugin: string;
  /** Says what happened; `{{plugin}}` in it is the plugin's title. */
  sentence: MessageKey;
  error?: unknown;
  compact?: boolean;
  onRetry?: () => void;
}

/** Says in words which plugin went wrong, offers to try again, and keeps the details folded. */
export function PluginFault({ plugin, sentence, error, compact = false, onRetry }: PluginFaultProps) {
  const t = useText();
  const kernel = useKernel();
  const i18n = kernel.get(I18N);
  const [, setTexts] = useState(false);

  useEffect(() => {
    let isHere = true;
    // The title is among the plugin's own texts; when they do not come either, its id stands for it.
    i18n.load(plugin).then(
      () => isHere && setTexts(true),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [i18n, plugin]);

  const details = tellError(error);
  return (
    <section className={compact ? 'rp-plugin-fault rp-plugin-fault--compact' : 'rp-plugin-fault'} role="alert">
      <p className="rp-plugin-fault__text">{t(sentence, { plugin: pluginTitle(kernel.plugins, i18n, plugin) })}</p>
      {onRetry !== undefined && (
        <Button size={compact ? 'small' : 'medium'} onClick={onRetry}>
          {t('shell:plugin-retry')}
        </Button>
      )}
      {details !== '' && (
        <details className="rp-plugin-fault__details">
          <summary>{t('shell:plugin-details')}</summary>
          <pre>{details}</pre>
        </details>
      )}
    </section>
  );
}

function tellError(error: unknown): string {
  if (error === undefined || error === null) return '';
  if (!(error instanceof Error)) return typeof error === 'string' ? error : JSON.stringify(error);
  const cause = tellError(error.cause);
  return [error.stack ?? `${error.name}: ${error.message}`, cause].filter((part) => part !== '').join('\n\n');
}
