import { useEffect, useState } from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { HTTP } from '#core/web/http/http.ts';
import { I18N } from '#core/web/i18n/i18n.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';
import { Select } from '#core/web/ui/Select.tsx';
import { Skeleton } from '#core/web/ui/Skeleton.tsx';
import { TextField } from '#core/web/ui/TextField.tsx';

import type { Service } from '#plugins/providers/calls.ts';
import { PictureChoice } from './PictureChoice.tsx';
import { TriedPicture } from './TriedPicture.tsx';
import { TriedSound } from './TriedSound.tsx';
import { TryOutStore } from './TryOutStore.ts';

/** A small request to a service as it is set up, and what comes of it. */
export const TryOutPart = observer(function TryOutPart({ kind, id }: { kind: Service['kind']; id: string }) {
  const t = useText();
  const [http, i18n] = [useService(HTTP), useService(I18N)];
  const [store] = useState(() => new TryOutStore(http, i18n));
  useEffect(() => void store.open(kind, id), [store, kind, id]);
  if (!store.isOf(kind, id)) return null;
  const { fields, values, result, trouble, busy, tried } = store;
  return (
    <form
      className="rp-services__try"
      aria-label={t('providers:try')}
      onSubmit={(event) => {
        event.preventDefault();
        void store.run();
      }}
    >
      <p className="rp-services__quiet">{t('providers:try-about')}</p>
      {fields === null && trouble === null && <Skeleton shape="rows" count={2} />}
      {fields?.map(({ key, title, choices, mostLetters, isPicture }) =>
        isPicture === true ? (
          <PictureChoice
            key={key}
            label={title ?? key}
            most={mostLetters ?? Infinity}
            picture={values[key] ?? null}
            onChoose={(base64) => store.type(key, base64)}
          />
        ) : choices === undefined ? (
          <TextField
            key={key}
            label={title ?? key}
            value={values[key] ?? ''}
            most={mostLetters}
            onChange={(text) => store.type(key, text)}
          />
        ) : (
          <Select
            key={key}
            label={title ?? key}
            value={values[key] ?? null}
            options={choices.map(({ value, label }) => ({ value, text: label ?? value }))}
            searchable={choices.length > 10}
            onChange={(value) => store.type(key, value)}
          />
        ),
      )}
      {fields !== null && (
        <div className="rp-services__buttons">
          <Button type="submit" busy={busy} disabled={!store.isWhole}>
            {t('providers:try-run')}
          </Button>
        </div>
      )}
      {trouble !== null && (
        <Notice kind="error" announce>
          {t('providers:try-failed', { trouble })}
        </Notice>
      )}
      {result?.kind === 'failed' && (
        <Notice kind="error" announce>
          {result.problem}
        </Notice>
      )}
      {result?.kind === 'sent' && (
        <Notice kind="success" announce>
          {t('providers:try-sent')}
        </Notice>
      )}
      {result?.kind === 'text' && (
        <Notice kind="success" announce>
          {t('providers:try-text', { text: result.text })}
        </Notice>
      )}
      {result?.kind === 'picture-text' && <TriedPicture picture={tried} result={result} />}
      {result?.kind === 'picture' && (
        <div className="rp-services__picture" role="status">
          <p>{t('providers:try-filled')}</p>
          <img src={`data:image/jpeg;base64,${result.base64}`} alt={t('providers:try-picture-filled')} />
        </div>
      )}
      {result?.kind === 'sound' && <TriedSound base64={result.base64} />}
    </form>
  );
});
