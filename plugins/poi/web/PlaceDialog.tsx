import { useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogTitle } from '#core/web/components/DialogTitle.tsx';
import type { DialogControl } from '#core/web/define-web.ts';
import { failureText } from '#core/web/http/failure-text.ts';
import { HTTP } from '#core/web/http/http.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Form } from '#core/web/ui/Form.tsx';
import { NumberField } from '#core/web/ui/NumberField.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import { addPlace, changePlace, POI_LETTERS, type Place, type PlaceFacts } from '#plugins/poi/calls.ts';
import './poi.css';

const NEW: PlaceFacts = { poiId: '', name: '', address: '', latitude: null, longitude: null };
const TEXTS = [
  ['poiId', 'poi:poi-id'],
  ['name', 'poi:name'],
  ['address', 'poi:address'],
] as const;

interface PlaceDialogProps extends DialogControl<Place> {
  /** The one that is edited; null for a new one. */
  place: Place | null;
}

/** Asks for a point of interest. Closes with it as it is stored. */
export default observer(function PlaceDialog({ place, close }: PlaceDialogProps) {
  const t = useText();
  const http = useService(HTTP);
  const [facts, setFacts] = useState<PlaceFacts>(() => (place === null ? NEW : factsOf(place)));
  const [isTried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const faults = {
    ...{ name: faultOf('name'), address: faultOf('address') },
    poiId: faultOf('poiId') ?? (/\s/.test(facts.poiId.trim()) ? t('poi:row.poi-id') : null),
  };
  const isHalf = (facts.latitude === null) !== (facts.longitude === null);

  function faultOf(name: 'poiId' | 'name' | 'address'): string | null {
    return facts[name].trim() === '' ? t('poi:row.empty') : null;
  }

  async function save(): Promise<void> {
    setTried(true);
    if (isHalf || Object.values(faults).some((fault) => fault !== null)) return;
    setRefusal(null);
    try {
      const call =
        place === null
          ? http.call(addPlace, { body: facts }, { handlesErrors: true })
          : http.call(changePlace, { params: { id: place.id }, body: facts }, { handlesErrors: true });
      close(await call);
    } catch (error) {
      setRefusal(failureText(error, t));
    }
  }

  const title = place === null ? t('poi:form-add') : t('poi:form-edit', { name: place.name });
  return (
    <>
      <DialogTitle>{title}</DialogTitle>
      <Form
        label={title}
        submit={t('poi:save')}
        error={refusal}
        actions={<Button onClick={() => close()}>{t('shell:dialog.cancel')}</Button>}
        onSubmit={save}
      >
        {TEXTS.map(([name, label]) => (
          <TextField
            key={name}
            label={t(label)}
            value={facts[name]}
            most={POI_LETTERS[name]}
            required
            opensFocused={name === 'poiId'}
            error={isTried ? faults[name] : null}
            onChange={(text) => setFacts({ ...facts, [name]: text })}
          />
        ))}
        <div className="rp-poi-form__point">
          {(['latitude', 'longitude'] as const).map((name) => (
            <NumberField
              key={name}
              label={t(`poi:${name}`)}
              value={facts[name]}
              min={name === 'latitude' ? -90 : -180}
              max={name === 'latitude' ? 90 : 180}
              digits={6}
              buttons={false}
              hint={name === 'latitude' ? t('poi:point-hint') : undefined}
              error={isTried && isHalf && facts[name] === null ? t('poi:row.half') : null}
              onChange={(degrees) => setFacts({ ...facts, [name]: degrees })}
            />
          ))}
        </div>
      </Form>
    </>
  );
});

function factsOf({ poiId, name, address, latitude, longitude }: Place): PlaceFacts {
  return { poiId, name, address, latitude, longitude };
}
