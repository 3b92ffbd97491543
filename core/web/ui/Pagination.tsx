import { IconButton } from '../components/IconButton.tsx';
import { useText } from '../react/use-text.ts';
import './Pagination.css';

export interface PaginationProps {
  /** Accessible name. */
  label: string;
  /** From 1. */
  page: number;
  pages: number;
  disabled?: boolean;
  onChange(page: number): void;
}

/** Page numbers for a list of known length. Lists that grow while they are read load more by scrolling instead. */
export function Pagination({ label, page, pages, disabled = false, onChange }: PaginationProps) {
  const t = useText();
  return (
    <nav className="rp-pages" aria-label={label}>
      <IconButton
        icon="chevron-left"
        label={t('shell:ui.page-before')}
        disabled={disabled || page <= 1}
        onClick={() => onChange(page - 1)}
      />
      {shownPages(page, pages).map((shown, at) =>
        shown === null ? (
          <span key={`gap ${at}`} className="rp-pages__gap" aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={shown}
            type="button"
            className="rp-pages__page"
            aria-label={t('shell:ui.page', { page: shown })}
            aria-current={shown === page ? 'page' : undefined}
            disabled={disabled}
            onClick={() => {
              if (shown !== page) onChange(shown);
            }}
          >
            {shown}
          </button>
        ),
      )}
      <IconButton
        icon="chevron-right"
        label={t('shell:ui.page-after')}
        disabled={disabled || page >= pages}
        onClick={() => onChange(page + 1)}
      />
    </nav>
  );
}

/** The first and last pages and those around the current one; `null` stands for a gap. */
function shownPages(page: number, pages: number): (number | null)[] {
  const near = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (each) => each === 1 || each === pages || Math.abs(each - page) <= 1,
  );
  return near.flatMap((each, at) => {
    const gap = each - (near[at - 1] ?? 0);
    return gap === 2 ? [each - 1, each] : gap > 2 ? [null, each] : [each];
  });
}
