import {
  DialogTitle,
  HTTP,
  LiveValue,
  observer,
  PlainButton,
  LoadError,
  useLive,
  useService,
  useText,
  type DialogControl,
} from '@reelport/core';
import { listMaterials } from '@reelport/core/plugins/materials';

import './brand-kit.css';

/** Shows the newest pictures in the library; closes with the id of one. */
export default observer(function ChoosePicture({ close }: DialogControl<string>) {
  const t = useText();
  const http = useService(HTTP);
  const pictures = useLive((scope) => {
    const call = { query: { kind: 'image', limit: 60 } } as const;
    return new LiveValue(
      scope,
      async (signal) => (await http.call(listMaterials, call, { signal, handlesErrors: true })).items,
    );
  });
  return (
    <div className="bk-choose">
      <DialogTitle>{t('brand-kit:picture.title')}</DialogTitle>
      {pictures.failure !== null && (
        <LoadError
          text={t('brand-kit:picture.unread')}
          error={pictures.failure.error}
          onRetry={() => void pictures.load()}
        />
      )}
      {pictures.value?.length === 0 && <p>{t('brand-kit:picture.none')}</p>}
      <ul className="bk-pictures">
        {pictures.value?.map(({ id, name, poster, url }) => (
          <li key={id}>
            <PlainButton onClick={() => close(id)}>
              <img src={poster ?? url} alt="" loading="lazy" />
              <span>{name}</span>
            </PlainButton>
          </li>
        ))}
      </ul>
    </div>
  );
});
