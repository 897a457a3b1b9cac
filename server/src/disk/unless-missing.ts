/** Undefined where there is no such file or folder. */
export async function unlessMissing<Result>(found: Promise<Result>): Promise<Result | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
