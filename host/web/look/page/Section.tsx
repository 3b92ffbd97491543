import type { ReactNode } from 'react';

/** One component in its states. */
export function Section({
  title,
  stacked = false,
  children,
}: {
  title: string;
  stacked?: boolean;
  children: ReactNode;
}) {
  return (
    <section className="look-section">
      <h2>{title}</h2>
      <div className={stacked ? 'look-stack' : 'look-row'}>{children}</div>
    </section>
  );
}

/**
 * One labelled state of a component.
 * @param opens whether what it opens is shown below it: the generator presses the first element in it that can be
 *   pressed
 */
export function State({ name, opens = false, children }: { name: string; opens?: boolean; children: ReactNode }) {
  return (
    <div className="look-state">
      <p className="look-state__name">{name}</p>
      <div data-opens={opens || undefined}>{children}</div>
    </div>
  );
}
