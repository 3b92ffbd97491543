import { observer } from '#core/web/react/observer.ts';
import { useStore } from '#core/web/react/use-store.ts';
import { useText } from '#core/web/react/use-text.ts';
import { RadioGroup } from '#core/web/ui/RadioGroup.tsx';
import { Switch } from '#core/web/ui/Switch.tsx';

import type { Service } from '#plugins/providers/calls.ts';
import { OrderPart } from './OrderPart.tsx';
import { ServicesStore } from './store/ServicesStore.ts';

/** No adapter has this id: it has no dot. */
const NONE = 'none';

/** Which adapters of a kind are in use. */
export const ChoicePart = observer(function ChoicePart({ service }: { service: Service }) {
  const t = useText();
  const store = useStore(ServicesStore);
  const { adapters, several, ordered, chosen } = service;
  const { inUse, orEmbedded } = store.choiceOf(service);
  const choose = (ids: string[], standIn = orEmbedded): void =>
    void store.choose(service, { adapters: ids, orEmbedded: standIn });
  const embedded = adapters.find((adapter) => adapter.embedded);
  const [first = NONE] = inUse;
  return (
    <section className="rp-services__choice">
      {ordered ? (
        <OrderPart service={service} onChoose={(ids) => choose(ids)} />
      ) : several ? (
        <fieldset>
          <legend>{t('providers:choice-several')}</legend>
          {adapters.map(({ id, title, state }) => (
            <Switch
              key={id}
              checked={inUse.includes(id)}
              disabled={state !== 'ready' && !inUse.includes(id)}
              onChange={(isOn) => choose(isOn ? [...inUse, id] : inUse.filter((used) => used !== id))}
              label={title}
            />
          ))}
        </fieldset>
      ) : (
        <RadioGroup
          label={t('providers:choice')}
          hint={chosen ? undefined : t('providers:standard')}
          value={first}
          options={[
            ...adapters.map(({ id, title, state }) => ({
              ...{
                value: id,
                text: title,
                hint: state === 'ready' ? undefined : t(`providers:state.${state}`),
              },
              // Filling in comes first; what is in use already stays choosable.
              disabled: state !== 'ready' && id !== first,
            })),
            { value: NONE, text: t('providers:choose-none'), hint: t('providers:choose-none-about') },
          ]}
          onChange={(id) => choose(id === NONE ? [] : [id])}
        />
      )}
      {embedded !== undefined && first !== NONE && !inUse.includes(embedded.id) && (
        <Switch
          label={t('providers:or-embedded')}
          hint={t('providers:or-embedded-about')}
          checked={orEmbedded}
          busy={store.isSaving(service.kind)}
          onChange={(isOn) => choose([...inUse], isOn)}
        />
      )}
    </section>
  );
});
