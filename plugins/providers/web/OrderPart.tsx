import { useEffect, useRef } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';

import type { Service, ServiceAdapter } from '#plugins/providers/calls.ts';
import { StateTag } from './adapter/StateTag.tsx';
import { ServicesStore } from './store/ServicesStore.ts';

/** Which adapters of a kind are in use, and in which order they are asked. */
export const OrderPart = observer(function OrderPart({
  service,
  onChoose,
}: {
  service: Service;
  onChoose(ids: string[]): void;
}) {
  const t = useText();
  const store = useStore(ServicesStore);
  const { adapters, chosen, kind } = service;
  const { inUse } = store.choiceOf(service);
  const list = useRef<HTMLOListElement>(null);
  /** The button that was pressed: what it moves takes the focus along, or gives it to what stands there now. */
  const pressed = useRef<{ id: string; to: number } | null>(null);
  const order = inUse.join(' ');
  useEffect(() => {
    if (pressed.current === null) return;
    const { id, to } = pressed.current;
    pressed.current = null;
    const rows = [...(list.current?.children ?? [])];
    const row =
      rows.find((each) => each instanceof HTMLElement && each.dataset['id'] === id) ?? rows.at(to) ?? rows.at(-1);
    const buttons = [...(row?.querySelectorAll('button') ?? [])];
    (buttons.find((each) => !each.disabled) ?? null)?.focus();
  }, [order]);
  const change = (id: string, to: number | null): void => {
    if (store.isSaving(kind)) return;
    const without = inUse.filter((used) => used !== id);
    pressed.current = { id, to: to ?? inUse.indexOf(id) };
    onChoose(to === null ? without : without.toSpliced(to, 0, id));
  };
  const others = adapters.filter(({ id }) => !inUse.includes(id));
  return (
    <>
      <div className="rp-services__order">
        <h2>{t('providers:order')}</h2>
        <p className="rp-services__quiet">{t(chosen ? 'providers:order-about' : 'providers:standard')}</p>
        {inUse.length === 0 && <p>{t('providers:order-none')}</p>}
        <ol ref={list} aria-label={t('providers:order')}>
          {inUse.map((id, at) => {
            const adapter = adapters.find((each) => each.id === id);
            const name = adapter?.title ?? id;
            return (
              <li key={id} data-id={id}>
                <span className="rp-services__one">
                  {name} {adapter !== undefined && <StateTag kind={kind} adapter={adapter} />}
                </span>
                <span>
                  <IconButton
                    icon="arrow-up"
                    size="small"
                    label={t('providers:order-up', { name })}
                    disabled={at === 0}
                    onClick={() => change(id, at - 1)}
                  />
                  <IconButton
                    icon="arrow-down"
                    size="small"
                    label={t('providers:order-down', { name })}
                    disabled={at === inUse.length - 1}
                    onClick={() => change(id, at + 1)}
                  />
                  <IconButton
                    icon="close"
                    size="small"
                    label={t('providers:order-out', { name })}
                    onClick={() => change(id, null)}
                  />
                </span>
                {adapter !== undefined && <RestLine adapter={adapter} />}
              </li>
            );
          })}
        </ol>
      </div>
      {others.length > 0 && (
        <ul className="rp-services__others" aria-label={t('providers:order-others')}>
          {others.map((adapter) => (
            <li key={adapter.id}>
              <span className="rp-services__one">
                {adapter.title} <StateTag kind={kind} adapter={adapter} />
              </span>
              <Button
                size="small"
                icon="plus"
                disabled={adapter.state !== 'ready'}
                aria-label={t('providers:order-add', { name: adapter.title })}
                onClick={() => change(adapter.id, inUse.length)}
              >
                {t('providers:order-in')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
});

/** Why a service is asked after the others now. */
const RestLine = observer(function RestLine({ adapter: { rest } }: { adapter: ServiceAdapter }) {
  const t = useText();
  const i18n = useService(I18N);
  if (rest === null) return null;
  return (
    <p className="rp-services__rest">{t('providers:rests', { time: i18n.time(rest.until), problem: rest.problem })}</p>
  );
});
