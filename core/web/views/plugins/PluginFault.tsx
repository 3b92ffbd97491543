import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';

import type { MessageKey } from '#core/contract/message-keys.ts';
import { Button } from '#core/web/components/Button.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { pluginTitle } from '#core/web/kernel/plugin-title.ts';
import { useKernel } from '#core/web/react/use-kernel.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Link } from '#core/web/router/links.ts';

import { PLUGIN_ADMIN } from '#core/web/plugins/plugin-admin.ts';
import './PluginFault.css';

/** How to describe a plugin that failed. */
export interface PluginFaultProps {
  plugin: string;
  /** Says what happened; `{{plugin}}` stands for the plugin's title. */
  sentence: MessageKey;
  /** Says what to do about it. */
  advice?: { reader: MessageKey; operator: MessageKey };
  error?: unknown;
  compact?: boolean;
  onRetry?: () => void;
  /** Replaces "try again". */
  retryText?: MessageKey;
}

/**
 * Says which plugin failed, offers to try again, and has collapsible details. Operators can also disable the plugin
 * here, and open it in the plugin manager.
 */
export const PluginFault = observer(function PluginFault(properties: PluginFaultProps) {
  const { plugin, sentence, advice, error, compact = false, onRetry, retryText = 'shell:plugin-retry' } = properties;
  const t = useText();
  const kernel = useKernel();
  const i18n = kernel.get(I18N);
  const care = kernel.tryGet(PLUGIN_ADMIN);
  const isOperator = care?.isOperator === true;
  const [, setTexts] = useState(false);

  useEffect(() => {
    let isHere = true;
    // The title is one of the plugin's own texts; if they fail to load as well, its id is shown.
    i18n.load(plugin).then(
      () => isHere && setTexts(true),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [i18n, plugin]);

  const details = tellError(error);
  const size = compact ? 'small' : 'medium';
  return (
    <section className={compact ? 'rp-plugin-fault rp-plugin-fault--compact' : 'rp-plugin-fault'} role="alert">
      <p className="rp-plugin-fault__text">{t(sentence, { plugin: pluginTitle(kernel.plugins, i18n, plugin) })}</p>
      {advice !== undefined && (
        <p className="rp-plugin-fault__text">{t(isOperator ? advice.operator : advice.reader)}</p>
      )}
      <div className="rp-plugin-fault__actions">
        {onRetry !== undefined && (
          <Button size={size} onClick={onRetry}>
            {t(retryText)}
          </Button>
        )}
        {isOperator && (
          <>
            <Button size={size} onClick={() => void care.disable(plugin)}>
              {t('shell:plugin-disable')}
            </Button>
            <Link to={care.pageOf(plugin)}>{t('shell:plugin-manage')}</Link>
          </>
        )}
      </div>
      {details !== '' && (
        <details className="rp-plugin-fault__details">
          <summary>{t('shell:plugin-details')}</summary>
          <pre>{details}</pre>
        </details>
      )}
    </section>
  );
});

function tellError(error: unknown): string {
  if (error === undefined || error === null) return '';
  if (!(error instanceof Error)) return typeof error === 'string' ? error : JSON.stringify(error);
  const cause = tellError(error.cause);
  return [error.stack ?? `${error.name}: ${error.message}`, cause].filter((part) => part !== '').join('\n\n');
}
