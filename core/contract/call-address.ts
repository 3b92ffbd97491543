/**
 * Builds the address of a call: fills in the `:name` parameters and appends the query.
 * @throws TypeError naming a missing parameter
 */
export function callAddress(path: string, params: unknown, query: unknown): string {
  const values = fieldsOf(params);
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === null || value === '') throw new TypeError(`${path}: "${name}" is missing`);
    return encodeURIComponent(textOf(value));
  });
  const fields = Object.entries(fieldsOf(query)).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value])
      .filter((one) => one !== undefined && one !== null)
      .map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(one))}`),
  );
  return fields.length === 0 ? filled : `${filled}?${fields.join('&')}`;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
