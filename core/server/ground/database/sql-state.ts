/** The SQLSTATE of a database error or of its cause, such as `23505`; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('severity' in current && 'code' in current && typeof current.code === 'string') {
      return current.code;
    }
  }
  return undefined;
}

/** A row that is still referenced would have been deleted, or a row refers to one that does not exist. */
export function isForeignKeyViolation(error: unknown): boolean {
  return sqlState(error) === '23503';
}

/** A unique constraint was violated. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/** A text or JSON value with a NUL. */
export function isUnstorableText(error: unknown): boolean {
  return ['22021', '22P05'].includes(sqlState(error) ?? '');
}
