/** Rows of a list of facts, within a `dl`: names with what they are; those without a value are left out. */
export function FactRows({ rows }: { rows: readonly (readonly [name: string, value: string | null])[] }) {
  return rows.map(
    ([name, value]) =>
      value !== null && (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ),
  );
}
