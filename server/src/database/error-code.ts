/** The SQLSTATE of a database error, or the system's code of a network or file error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
