import SemiTooltip from '@douyinfe/semi-ui-19/lib/es/tooltip';
import type { ComponentProps, ReactNode } from 'react';

import './semi/base.ts';
import './Layer.css';

interface LayerProps {
  isOpen: boolean;
  position: NonNullable<ComponentProps<typeof SemiTooltip>['position']>;
  /** The z-index: above dialogs, below toasts by default. */
  height?: number;
  content: ReactNode;
}

/**
 * A floating layer next to the box that contains it; Semi positions it and keeps it in the window. Semi is given an
 * empty anchor instead of the button, because it would swallow the button's Esc, which an enclosing dialog needs, and
 * would use the layer's content as the button's description.
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
