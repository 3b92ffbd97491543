import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

import { Icon } from '#core/web/components/Icon.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import { LazyImage } from '#core/web/components/LazyImage.tsx';
import { PlainButton } from '#core/web/components/PlainButton.tsx';
import { ProgressBar } from '#core/web/components/ProgressBar.tsx';
import { useText } from '#core/web/react/use-text.ts';
import { Tick } from '#core/web/selection/Tick.tsx';
import { DropdownMenu, MenuItem } from '#core/web/ui/DropdownMenu.tsx';
import { Tag, type TagProps } from '#core/web/ui/Tag.tsx';
import { followPointer } from '../pointer/follow-pointer.ts';

/** One item of a batch. */
export interface BatchItem {
  id: string;
  name: string;
  /** The address of a small picture; null for what has none. */
  thumbnail: string | null;
  /** A few words below its name: length and size. */
  facts?: string;
  /** How it is set, in a few words: `9:16 · 0:12`. */
  settings?: string;
  state?: {
    text: string;
    tone?: TagProps['tone'];
    /** 0 to 1; without it no bar is shown. */
    progress?: number;
  };
}

interface BatchRowProps {
  item: BatchItem;
  index: number;
  count: number;
  /** Pixels. */
  height: number;
  isOpen: boolean;
  isSelected: boolean;
  isReadOnly: boolean;
  /** Whether Tab leads to this row of all. */
  isReached: boolean;
  onOpen(): void;
  onToggle(isRange: boolean): void;
  onKey(event: KeyboardEvent): void;
  onRemove: (() => void) | undefined;
  onApplyAll: (() => void) | undefined;
  /** It is being dragged to a place; null when it no longer is. */
  onLift: ((to: number | null) => void) | undefined;
  onDrop(to: number): void;
  scrollTop(): number;
}

/** One row of a batch. */
export function BatchRow(properties: BatchRowProps) {
  const { item, index, count, height, isOpen, isSelected, isReadOnly, isReached } = properties;
  const { onOpen, onToggle, onKey, onRemove, onApplyAll, onLift, onDrop, scrollTop } = properties;
  const t = useText();
  const { id, name, thumbnail, facts, settings, state } = item;
  const row = useRef<HTMLDivElement>(null);

  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    const began = scrollTop();
    let to = index;
    followPointer(
      event,
      ({ y }) => {
        to = Math.max(0, Math.min(index + Math.round((y + scrollTop() - began) / height), count - 1));
        row.current?.style.setProperty('--rp-lifted', `${y + scrollTop() - began}px`);
        onLift?.(to);
      },
      (isCancelled) => {
        row.current?.style.removeProperty('--rp-lifted');
        onLift?.(null);
        if (!isCancelled && to !== index) onDrop(to);
      },
    );
  };
  const canReorder = onLift !== undefined && !isReadOnly;
  const hasMenu = !isReadOnly && (onRemove !== undefined || onApplyAll !== undefined);
  return (
    <div
      ref={row}
      className="rp-batch__row"
      role="listitem"
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ top: index * height, height }}
      data-open={isOpen || undefined}
    >
      {canReorder && (
        <span className="rp-batch__grip" aria-hidden="true" onPointerDown={drag}>
          <Icon name="menu" size={16} />
        </span>
      )}
      <span className="rp-batch__tick" aria-hidden="true" onClick={(event) => onToggle(event.shiftKey)}>
        <Tick isChosen={isSelected} />
      </span>
      <PlainButton
        className="rp-batch__open"
        data-item={id}
        tabIndex={isReached ? 0 : -1}
        aria-pressed={isSelected}
        aria-current={isOpen || undefined}
        onClick={onOpen}
        onKeyDown={onKey}
      >
        <span className="rp-batch__picture">
          {thumbnail === null ? (
            <Icon name="film" />
          ) : (
            <LazyImage eager src={thumbnail} fallback={<Icon name="film" />} />
          )}
        </span>
        <span className="rp-batch__words">
          <span className="rp-batch__name" title={name}>
            {name}
          </span>
          <span className="rp-batch__facts">
            {[facts, settings].filter((text) => text !== undefined && text !== '').join(' · ')}
          </span>
        </span>
        {state !== undefined && (
          <span className="rp-batch__state">
            <Tag tone={state.tone}>{state.text}</Tag>
            {state.progress !== undefined && <ProgressBar value={state.progress} label={state.text} />}
          </span>
        )}
      </PlainButton>
      {hasMenu && (
        <DropdownMenu
          label={t('shell:studio.batch-more', { name })}
          trigger={(menu) => (
            <IconButton {...menu} icon="more" size="small" label={t('shell:studio.batch-more', { name })} />
          )}
        >
          {onApplyAll !== undefined && (
            <MenuItem icon="layers" onChoose={onApplyAll}>
              {t('shell:studio.batch-apply-all')}
            </MenuItem>
          )}
          {canReorder && index > 0 && (
            <MenuItem icon="arrow-up" onChoose={() => onDrop(index - 1)}>
              {t('shell:studio.batch-up')}
            </MenuItem>
          )}
          {canReorder && index < count - 1 && (
            <MenuItem icon="arrow-down" onChoose={() => onDrop(index + 1)}>
              {t('shell:studio.batch-down')}
            </MenuItem>
          )}
          {onRemove !== undefined && (
            <MenuItem icon="close" onChoose={onRemove}>
              {t('shell:studio.batch-remove')}
            </MenuItem>
          )}
        </DropdownMenu>
      )}
    </div>
  );
}
