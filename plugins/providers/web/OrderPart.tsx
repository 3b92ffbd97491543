import { useEffect, useId, useRef } from 'react';

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
  const { inUse, orEmbedded } = store.choiceOf(service);
  const othersId = useId();
  const list = useRef<HTMLOListElement>(null);
  /** The button that was pressed: what it moves takes the focus along, or gives it to what stands there now. */
  const pressed = useRef<{ id: string; to: number; button: number } | null>(null);
  const order = inUse.join(' ');
  useEffect(() => {
    if (pressed.current === null) return;
    const { id, to, button } = pressed.current;
    pressed.current = null;
    const rows = [...(list.current?.children ?? [])];
    const row =
      rows.find((each) => each instanceof HTMLElement && each.dataset['id'] === id) ?? rows.at(to) ?? rows.at(-1);
    const buttons = [...(row?.querySelectorAll('button') ?? [])];
    const [same, ...others] = [buttons[button], ...buttons].filter((each) => each?.disabled === false);
    (same ?? others[0])?.focus();
  }, [order]);
  const change = (id: string, to: number | null): void => {
    const from = inUse.indexOf(id);
    const without = inUse.filter((used) => used !== id);
    pressed.current = { id, to: to ?? from, button: to !== null && to > from ? 1 : 0 };
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
                {adapter !== undefined && <RestLine adapter={adapter} isAlone={inUse.length === 1 && !orEmbedded} />}
              </li>
            );
          })}
        </ol>
      </div>
      {others.length > 0 && (
        <div className="rp-services__others">
          <h3 id={othersId}>{t('providers:order-others')}</h3>
          <ul aria-labelledby={othersId}>
            {others.map((adapter) => (
              <li key={adapter.id} data-id={adapter.id}>
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
        </div>
      )}
    </>
  );
});

/** Why a service is asked after the others now, if there are any, until when, and what it has said. */
const RestLine = observer(function RestLine({
  adapter: { rest },
  isAlone,
}: {
  adapter: ServiceAdapter;
  isAlone: boolean;
}) {
  const t = useText();
  const { language } = useService(I18N);
  if (rest === null) return null;
  // It never lasts longer than half an hour.
  const time = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    new Date(rest.until),
  );
  return (
    <div className="rp-services__rest">
      <p>{isAlone ? rest.problem : t('providers:rests', { time, problem: rest.problem })}</p>
      <details>
        <summary>{t('providers:rest-said')}</summary>
        <p>{rest.message}</p>
      </details>
    </div>
  );
});
