import { useEffect, useState } from 'react';

import { LEVELS, type Level } from '#core/contract/tiers.ts';
import { Icon } from '#core/web/components/Icon.tsx';
import { LoadError } from '#core/web/components/LoadError.tsx';
import { enumerated } from '#core/web/i18n/enumerated.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Select } from '#core/web/ui/Select.tsx';

import type { Extension } from '#plugins/extensions/calls.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { textOf } from '../parts/describe-extension.ts';
import { describeSlot } from '../parts/describe-slot.ts';
import { WhyStore, type Chain } from './WhyStore.ts';
import './WhyTab.css';
import '../parts/facts.css';

type StepName = Chain['steps'][number]['step'];

/** What does not hold there keeps nobody from the plugin. */
const PASSABLE: ReadonlySet<StepName> = new Set(['grants', 'faults']);

/** The whole chain from the manifest to what somebody of a tier sees. */
export const WhyTab = observer(function WhyTab({ extension }: { extension: Extension }) {
  const t = useText();
  const i18n = useService(I18N);
  const store = useStore(WhyStore);
  const [level, setLevel] = useState<Level>('level0');
  const [part, setPart] = useState('');
  const { manifest, texts } = extension;
  const { id } = manifest;
  // Explain it again after the plugin has changed.
  useEffect(() => store.ask({ id, level, part }), [store, id, level, part, extension]);

  const { chain } = store;
  const { failure } = chain;
  const steps = chain.value?.steps ?? null;
  const broken = steps?.find(({ step, ok }) => !ok && !PASSABLE.has(step));
  const flawed = steps?.filter(({ ok }) => !ok) ?? [];
  return (
    <div className="rp-ext-why">
      <div className="rp-ext-why__ask">
        <Select
          label={t('extensions:why.tier')}
          value={level}
          options={LEVELS.map((name) => ({ value: name, text: t(`shell:tier.${name}`) }))}
          onChange={setLevel}
        />
        <Select
          label={t('extensions:why.part')}
          value={part}
          options={[
            { value: '', text: t('extensions:why.whole') },
            ...manifest.routes.map(({ path }) => ({
              value: `route:${path}`,
              text: t('extensions:why.of-route', { path }),
            })),
            ...manifest.commands.map(({ id: command, title }) => ({
              value: `command:${command}`,
              text: t('extensions:why.of-command', { title: textOf(texts, i18n, title) ?? command }),
            })),
            ...manifest.slots.map((slot) => ({
              value: `slot:${slot}`,
              text: t('extensions:why.of-slot', { slot: describeSlot(slot, i18n) }),
            })),
          ]}
          onChange={setPart}
        />
        {steps !== null && (
          <CopyButton
            words
            text={JSON.stringify({ plugin: id, version: manifest.version, level, part: part || null, steps }, null, 2)}
            label={t('extensions:why.copy')}
          />
        )}
      </div>
      {failure !== null && (
        <LoadError text={t('extensions:why.unread')} error={failure.error} onRetry={() => void chain.load()} />
      )}
      {steps !== null && (
        <>
          <p className="rp-ext-why__end" role="status">
            {broken !== undefined
              ? t('extensions:why.ends', { step: t(`extensions:step.${broken.step}`) })
              : t(flawed.length === 0 ? 'extensions:why.works' : 'extensions:why.works-flawed', {
                  tier: t(`shell:tier.${level}`),
                  steps: enumerated(
                    flawed.map(({ step }) => t(`extensions:step.${step}`)),
                    i18n,
                  ),
                })}
          </p>
          <ol className="rp-ext-chain">
            {steps.map((step, index) => (
              // A chain may name one kind of link twice.
              <Step key={index} step={step} />
            ))}
          </ol>
        </>
      )}
    </div>
  );
});

function Step({ step: { step, ok, text, facts } }: { step: Chain['steps'][number] }) {
  const t = useText();
  const entries = Object.entries(facts);
  return (
    <li data-ok={ok || undefined}>
      <Icon name={ok ? 'success' : 'error'} label={t(ok ? 'extensions:why.ok' : 'extensions:why.not-ok')} />
      <div>
        <h3>{t(`extensions:step.${step}`)}</h3>
        <p>{text}</p>
        {entries.length > 0 && (
          <details>
            <summary className="rp-ext-more">{t('extensions:why.facts', { count: entries.length })}</summary>
            <dl className="rp-ext-facts rp-ext-facts--dense">
              {entries.map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
    </li>
  );
}
