import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { Notice } from '#core/web/ui/Notice.tsx';

import type { TryOutResult } from '#plugins/providers/calls.ts';

/** What a service has read in a picture: its boxes on the picture, numbered as the lines below it. */
export const TriedPicture = observer(function TriedPicture({
  picture,
  result: { width, height, lines },
}: {
  /** In base64. */
  picture: string | null;
  result: Extract<TryOutResult, { kind: 'picture-text' }>;
}) {
  const t = useText();
  if (lines.length === 0) {
    return (
      <Notice kind="info" announce>
        {t('providers:try-lines-none')}
      </Notice>
    );
  }
  const letter = Math.max(width, height) / 40;
  return (
    <div className="rp-services__read" role="status">
      <p>{t('providers:try-lines', { count: lines.length })}</p>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={t('providers:try-picture-read')}>
        {picture !== null && <image href={`data:image/jpeg;base64,${picture}`} width={width} height={height} />}
        {lines.map(({ corners }, at) => (
          <g key={at}>
            <polygon points={corners.map((corner) => corner.join(',')).join(' ')} vectorEffect="non-scaling-stroke" />
            <text x={corners[0]?.[0]} y={(corners[0]?.[1] ?? 0) - letter / 4} fontSize={letter}>
              {at + 1}
            </text>
          </g>
        ))}
      </svg>
      <ol>
        {lines.map(({ text, confidence }, at) => (
          <li key={at}>
            <span>{text}</span>{' '}
            <span className="rp-services__quiet">
              {t('providers:try-line-sure', { percent: Math.round(confidence * 100) })}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
});
