import { BeforeAfter } from '#core/web/studio/BeforeAfter.tsx';

import { paintedPicture } from './painted-picture.ts';

const PICTURE = paintedPicture({ width: 640, height: 360 });

/** The slider between a picture and the same in grey. */
export function BeforeAfterPage() {
  return (
    <BeforeAfter
      label="对比"
      before={<img src={PICTURE} alt="" />}
      after={<img src={PICTURE} alt="" style={{ filter: 'grayscale(1)' }} />}
    />
  );
}
