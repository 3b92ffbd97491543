import { observer } from 'mobx-react-lite';
import {
  Component,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type PointerEvent,
  type ReactNode,
} from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { DialogActions } from '#core/web/components/DialogActions.tsx';
import { DialogTitle, DialogTitleId } from '#core/web/components/DialogTitle.tsx';
import { IconButton } from '#core/web/components/IconButton.tsx';
import type { I18n } from '#core/web/i18n/i18n.ts';
import { PluginScope } from '#core/web/react/PluginScope.tsx';

import type { DialogEntry } from '#core/web/dialogs/DialogEntry.ts';
import { focusDialog, giveFocusBack, keepTabInside } from '../../components/focus-trap.ts';

/** Milliseconds until an outline is shown for content that is still loading. */
const OUTLINE_AFTER = 150;

interface FrameProperties {
  entry: DialogEntry;
  i18n: Pick<I18n, 't'>;
  isTop: boolean;
}

/** One dialog: its window, its label, its focus and the ways to close it. */
export const DialogFrame = observer(function DialogFrame({ entry, i18n, isTop }: FrameProperties) {
  const window = useRef<HTMLDivElement>(null);
  const [before] = useState(() => document.activeElement);
  const focusedWith = useRef<DialogEntry['content']>(undefined);
  const titleId = useId();
  const { content, look } = entry;

  // Delayed because the page is inert until this dialog has been removed.
  useEffect(() => () => queueMicrotask(() => giveFocusBack(before)), [before]);
  useLayoutEffect(() => {
    const dialog = window.current;
    if (dialog === null) return;
    nameDialog(dialog, titleId, look.label);
    if (!isTop || focusedWith.current === content) return;
    focusedWith.current = content;
    focusDialog(dialog);
  }, [isTop, content, look.label, titleId]);
  // Before it can be seen: whoever sees it may press a key.
  useLayoutEffect(() => {
    if (!isTop) return undefined;
    // On the document, because a press beside the dialog leaves no element focused.
    const hear = (event: KeyboardEvent) => {
      if (window.current === null || event.isComposing) return;
      keepTabInside(window.current, event);
      // An open list inside the dialog handles Esc itself.
      if (event.key === 'Escape' && !event.defaultPrevented) entry.dismiss();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [entry, isTop]);

  return (
    <DialogTitleId value={titleId}>
      <div className={entry.compact ? 'rp-dialog-layer rp-dialog-layer--compact' : 'rp-dialog-layer'} inert={!isTop}>
        <Backdrop dismiss={entry.dismiss} />
        <div
          ref={window}
          className="rp-dialog"
          role="dialog"
          aria-modal="true"
          aria-busy={content.state === 'loading' || undefined}
          tabIndex={-1}
          style={{ inlineSize: entry.width }}
          data-plugin={entry.plugin ?? undefined}
        >
          <div className="rp-dialog__content">
            <Content entry={entry} i18n={i18n} />
          </div>
          {entry.hasCross && (
            <IconButton
              className="rp-dialog__close"
              icon="close"
              label={i18n.t('shell:dialog.close')}
              onClick={entry.dismiss}
            />
          )}
        </div>
      </div>
    </DialogTitleId>
  );
});

const Content = observer(function Content({ entry, i18n }: Omit<FrameProperties, 'isTop'>) {
  const { content, properties, close } = entry;
  if (content.state === 'loading') return <Outline label={i18n.t('shell:dialog.loading')} height={entry.look.height} />;
  if (content.state === 'failed') {
    return (
      <>
        <DialogTitle>{i18n.t('shell:dialog.failed')}</DialogTitle>
        <DialogActions>
          <Button variant="primary" onClick={() => void entry.load()}>
            {i18n.t('shell:dialog.retry')}
          </Button>
        </DialogActions>
      </>
    );
  }
  const { component: Component, context } = content;
  const drawn = <Component {...properties} close={close} />;
  return (
    <DialogBoundary failed={entry.fail}>
      {context === null ? drawn : <PluginScope context={context}>{drawn}</PluginScope>}
    </DialogBoundary>
  );
});

/**
 * The page behind the dialog. A press only closes the dialog if it begins and ends here, since a text selection may
 * cross the edge.
 */
function Backdrop({ dismiss }: { dismiss(): void }) {
  const pressed = useRef(false);
  const down = (event: PointerEvent) => {
    pressed.current = event.button === 0;
  };
  const up = () => {
    if (pressed.current) dismiss();
    pressed.current = false;
  };
  return <div className="rp-dialog-backdrop" onPointerDown={down} onPointerUp={up} />;
}

function Outline({ label, height = 0 }: { label: string; height: number | undefined }) {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), OUTLINE_AFTER);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      className="rp-dialog-outline"
      role="status"
      aria-label={label}
      data-shown={shown || undefined}
      style={{ '--rp-dialog-height': `${height}px` } as object}
    >
      <span />
      <span />
      <span />
    </div>
  );
}

/** Labels a dialog with its `label`, its `DialogTitle`, or the first heading in it. */
function nameDialog(dialog: HTMLElement, titleId: string, label: string | undefined): void {
  if (label !== undefined) {
    dialog.setAttribute('aria-label', label);
    return;
  }
  const title = dialog.querySelector(`[id="${titleId}"]`) ?? dialog.querySelector('h1, h2, h3');
  if (title !== null && title.id === '') title.id = titleId;
  dialog.setAttribute('aria-labelledby', title === null || title.id === '' ? titleId : title.id);
}

/**
 * Keeps a dialog that crashes while rendering from crashing the page, and from leaving a window that cannot be closed.
 */
class DialogBoundary extends Component<{ failed(error: unknown): void; children: ReactNode }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.failed(error);
  }

  override render(): ReactNode {
    return this.state.broken ? null : this.props.children;
  }
}
