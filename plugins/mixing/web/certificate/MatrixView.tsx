import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react';

import { Button } from '#core/web/components/Button.tsx';
import { isTouch } from '#core/web/is-touch.ts';
import { observer } from '#core/web/react/observer.ts';
import { useService } from '#core/web/react/use-service.ts';
import { useText } from '#core/web/react/use-text.ts';
import { THEME } from '#core/web/theme/theme.ts';

import type { ReadCertificate } from './Certificates.ts';
import { coloursOf, drawPairs, showPairs } from './draw-matrix.ts';
import { percent } from './percent.ts';
import './MatrixView.css';

/** Rows of the table that come at once. */
const ROWS = 50;

interface MatrixViewProps {
  read: ReadCertificate;
  /** Shows two videos side by side. */
  open(a: number, b: number): void;
}

/** All pairs as one picture: the pointer and arrow keys choose one. A table says the same in words. */
export const MatrixView = observer(function MatrixView({ read, open }: MatrixViewProps) {
  const t = useText();
  const theme = useService(THEME);
  const { certificate, matrix } = read;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [chosen, setChosen] = useState<{ a: number; b: number } | null>(null);
  const drawn = useRef<{ of: unknown; pairs: HTMLCanvasElement | null }>({ of: null, pairs: null });
  const { mode } = theme;

  const draw = useCallback(() => {
    const element = canvas.current;
    if (element === null) return;
    const colours = coloursOf(element);
    const key = `${mode} ${colours.bay}`;
    if (drawn.current.of !== key) drawn.current = { of: key, pairs: drawPairs(matrix, colours) };
    if (drawn.current.pairs !== null) showPairs(element, drawn.current.pairs, { chosen, colours });
  }, [matrix, mode, chosen]);
  useEffect(() => {
    // The theme's colours are there with the next picture.
    const frame = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(frame);
  }, [draw]);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const watch = new ResizeObserver(draw);
    watch.observe(element);
    return () => watch.disconnect();
  }, [draw]);

  const choose = (a: number, b: number): void => {
    const isThere = a !== b && a >= 0 && b >= 0 && a < matrix.count && b < matrix.count;
    if (isThere && (chosen?.a !== a || chosen.b !== b)) setChosen({ a, b });
  };
  const at = (event: PointerEvent | MouseEvent): [number, number] => {
    const box = event.currentTarget.getBoundingClientRect();
    const place = (pixels: number): number =>
      Math.min(matrix.count - 1, Math.max(0, Math.floor((pixels / box.width) * matrix.count)));
    return [place(event.clientY - box.top), place(event.clientX - box.left)];
  };
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if ((event.key === 'Enter' || event.key === ' ') && chosen !== null) {
      event.preventDefault();
      open(chosen.a, chosen.b);
      return;
    }
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    const from = chosen ?? { a: 0, b: 0 };
    const next = { a: from.a + step[0] * far, b: from.b + step[1] * far };
    // Skip the diagonal, which is not a pair.
    if (next.a === next.b) choose(next.a + step[0], next.b + step[1]);
    else choose(next.a, next.b);
  };
  const words = (a: number, b: number): string =>
    t('mixing:certificate.matrix-pair', {
      a: certificate.outputs[a]?.file ?? '',
      b: certificate.outputs[b]?.file ?? '',
      shots: matrix.common(a, b).shots,
      groups: certificate.plan.groups,
      footage: percent(matrix.shareOf(a, b) / 100),
    });

  return (
    <div className="rp-matrix">
      <canvas
        ref={canvas}
        className="rp-matrix__map"
        // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- arrow keys steer it
        role="application"
        aria-roledescription={t('mixing:certificate.matrix')}
        aria-label={t('mixing:difference.matrix-keys')}
        tabIndex={0}
        onPointerMove={(event) => choose(...at(event))}
        onClick={(event) => {
          const [a, b] = at(event);
          choose(a, b);
          if (a !== b) open(a, b);
        }}
        onKeyDown={press}
      />
      <p className="rp-matrix__scale" aria-hidden="true">
        <span>0 %</span>
        <i />
        <span>{percent(matrix.most / 100)}</span>
        {matrix.failing.size > 0 && <em>{t('mixing:certificate.over-limit')}</em>}
      </p>
      <p className="rp-matrix__about" aria-live="polite">
        {chosen === null
          ? t(isTouch() ? 'mixing:certificate.matrix-hint-touch' : 'mixing:certificate.matrix-hint')
          : words(chosen.a, chosen.b)}
      </p>
      <details className="rp-matrix__table">
        <summary>{t('shell:chart.as-table')}</summary>
        <NearestTable read={read} open={open} />
      </details>
    </div>
  );
});

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Each video with the one that it shares most with. */
function NearestTable({ read: { certificate, matrix }, open }: MatrixViewProps) {
  const t = useText();
  const [shown, setShown] = useState(ROWS);
  const { outputs, plan } = certificate;
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('mixing:certificate.file')}</th>
            <th scope="col">{t('mixing:difference.nearest')}</th>
            <th scope="col">{t('mixing:certificate.shared-shots')}</th>
            <th scope="col">{t('mixing:certificate.shared-footage')}</th>
          </tr>
        </thead>
        <tbody>
          {outputs.slice(0, shown).map(({ file }, a) => {
            const b = matrix.nearestOf(a);
            return (
              <tr key={file}>
                <th scope="row">{file}</th>
                <td>
                  <Button variant="link" size="small" onClick={() => open(a, b)}>
                    {outputs[b]?.file}
                  </Button>
                </td>
                <td>{t('mixing:certificate.shots-of', { shots: matrix.common(a, b).shots, groups: plan.groups })}</td>
                <td>{percent(matrix.shareOf(a, b) / 100)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {shown < outputs.length && (
        <Button size="small" onClick={() => setShown(shown + ROWS)}>
          {t('mixing:certificate.more', { count: Math.min(ROWS, outputs.length - shown) })}
        </Button>
      )}
    </>
  );
}
