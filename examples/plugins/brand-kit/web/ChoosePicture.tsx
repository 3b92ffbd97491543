import { DialogTitle, HTTP, observer, Reading, Trouble, useService, useText, type DialogControl } from '@reelport/core';
import { useEffect, useMemo } from 'react';

import { listPictures } from './workbench-calls.ts';
import './brand-kit.css';

/** The newest pictures of the library; closed with the id of one. */
export default observer(function ChoosePicture({ close }: DialogControl<string>) {
  const t = useText();
  const http = useService(HTTP);
  const pictures = useMemo(
    () =>
      new Reading(
        async (signal) =>
          (await http.call(listPictures, { query: { kind: 'image', limit: 60 } }, { signal, handlesErrors: true }))
            .items,
      ),
    [http],
  );
  useEffect(() => {
    void pictures.load();
    return () => pictures.stop();
  }, [pictures]);
  return (
    <div className="bk-choose">
      <DialogTitle>{t('brand-kit:picture.title')}</DialogTitle>
      {pictures.failure !== null && (
        <Trouble
          text={t('brand-kit:picture.unread')}
          error={pictures.failure.error}
          onRetry={() => void pictures.load()}
        />
      )}
      {pictures.value?.length === 0 && <p>{t('brand-kit:picture.none')}</p>}
      <ul className="bk-pictures">
        {pictures.value?.map(({ id, name, poster, url }) => (
          <li key={id}>
            <button type="button" onClick={() => close(id)}>
              <img src={poster ?? url} alt="" loading="lazy" />
              <span>{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
});
