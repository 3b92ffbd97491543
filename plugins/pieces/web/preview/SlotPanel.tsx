import { Button } from '#core/web/components/Button.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { observer } from '#core/web/react/observer.ts';
import { useText } from '#core/web/react/use-text.ts';
import { spriteFrame } from '#core/web/studio/timeline/sprite-frame.ts';
import { useReadOnly } from '#core/web/ui/ReadOnly.tsx';

import { fitOf, type FilledSlot, type Piece } from '#plugins/pieces/choose-pieces.ts';
import { WISH_WORDS } from '../lists/wish-words.ts';
import type { OpenedProject } from './OpenedProject.ts';
import { isOff } from './PieceStrip.tsx';
import type { Materials } from './use-materials.ts';

interface PanelProps {
  project: OpenedProject;
  materials: Materials;
  /** The slot that is shown. */
  shown: FilledSlot;
  /** The alternative that is looked at. */
  seen: Piece | null;
  /** Looks at an alternative; null goes back to the piece. */
  onLook(piece: Piece | null): void;
}

const MEASURES = ['motion', 'detail', 'voice', 'text'] as const;

/** What the shown slot wishes for, what its piece is like, and what it could have instead. */
export const SlotPanel = observer(function SlotPanel({ project, materials, shown, seen, onLook }: PanelProps) {
  const t = useText();
  const isReadOnly = useReadOnly();
  const { slot, piece, isLocked } = shown;
  const { id, name, least, most, wishes } = slot;
  const number = project.slots.indexOf(shown) + 1;
  const measured = piece && project.measure(piece);
  const wanted = [
    t('pieces:length-range', { least: least.toFixed(1), most: most.toFixed(1) }),
    ...WISH_WORDS.flatMap(({ wish, value, words }) => (wishes[wish] === value ? [t(words)] : [])),
  ];
  return (
    <section className="rp-pieces-panel" aria-label={t('pieces:slot-number', { number })}>
      <header>
        <h2>{name || t('pieces:slot-number', { number })}</h2>
        <IconButton
          icon="arrow-left"
          size="small"
          label={t('pieces:move-before')}
          disabled={isReadOnly || number === 1}
          onClick={() => project.move(id, number - 2)}
        />
        <IconButton
          icon="arrow-right"
          size="small"
          label={t('pieces:move-behind')}
          disabled={isReadOnly || number === project.slots.length}
          onClick={() => project.move(id, number)}
        />
        <IconButton
          icon="close"
          size="small"
          label={t('pieces:empty-slot')}
          disabled={isReadOnly || piece === null || isLocked}
          onClick={() => project.swap(id, null)}
        />
      </header>
      <p className="rp-pieces-panel__wanted">{wanted.join(' · ')}</p>
      {isOff(shown) && <p className="rp-pieces-panel__off">{t('pieces:length-off')}</p>}
      {measured && (
        <dl>
          {MEASURES.map((measure) => {
            const value = measured[measure];
            return value === null ? null : (
              <div key={measure}>
                <dt>{t(`pieces:measure.${measure}`)}</dt>
                <dd>
                  <meter min={0} max={1} value={value} aria-label={t(`pieces:measure.${measure}`)} />
                  {Math.round(value * 100)}%
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      <h3>{t('pieces:alternatives')}</h3>
      {project.alternatives.length === 0 && <p>{t('pieces:no-alternatives')}</p>}
      <ul>
        {project.alternatives.map((other) => {
          const { material, from, to } = other;
          const video = materials.get(material);
          const place = clock(from);
          const like = project.measure(other);
          const still = video && spriteFrame(video.sprite, (from + to) / 2 / (video.seconds ?? 1));
          const isSeen = seen !== null && seen.material === material && seen.from === from && seen.to === to;
          return (
            <li key={`${material} ${from} ${to}`} data-seen={isSeen || undefined}>
              <PlainButton
                className="rp-pieces-card__still"
                aria-pressed={isSeen}
                aria-label={t('pieces:look-at', { place })}
                onClick={() => onLook(isSeen ? null : other)}
              >
                <i style={still ?? {}} />
              </PlainButton>
              <p>
                <strong>{place}</strong>
                <span>
                  {t('pieces:seconds', { seconds: (to - from).toFixed(1) })}
                  {like && ` · ${t('pieces:fit', { percent: Math.round(fitOf(wishes, like) * 100) })}`}
                </span>
              </p>
              <Button
                size="small"
                disabled={isReadOnly || isLocked}
                aria-label={t('pieces:swap-to', { place })}
                onClick={() => {
                  onLook(null);
                  project.swap(id, other);
                }}
              >
                {t('pieces:swap')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
});

/** Minutes and seconds of a video. */
function clock(seconds: number): string {
  const tenths = Math.round(seconds * 10);
  const [minutes, rest] = [Math.floor(tenths / 600), (tenths % 600) / 10];
  return `${minutes}:${rest.toFixed(1).padStart(4, '0')}`;
}
