import SemiTooltip from '@douyinfe/semi-ui-19/lib/es/tooltip';
import type { ComponentProps, ReactNode } from 'react';

import './semi/base.ts';
import './Layer.css';

interface LayerProps {
  isOpen: boolean;
  position: NonNullable<ComponentProps<typeof SemiTooltip>['position']>;
  /** Above dialogs, and notes above all. */
  height?: number;
  content: ReactNode;
}

/**
 * What floats above everything else, beside the box in which this stands. Semi places it and keeps it in the window.
 * It is given an empty place to stand at and not the button itself, for it would swallow the button's Esc, which a
 * dialog around it waits for, and would call whatever floats a description of the button.
 */
export function Layer({ isOpen, position, height = 1060, content }: LayerProps) {
  return (
    <SemiTooltip
      trigger="custom"
      visible={isOpen}
      content={content}
      position={position}
      prefixCls="rp-layer"
      role="presentation"
      motion={false}
      showArrow={false}
      spacing={8}
      zIndex={height}
      stopPropagation
    >
      <span className="rp-layer-place" tabIndex={-1} aria-hidden="true" aria-describedby={undefined} />
    </SemiTooltip>
  );
}
