/**
 * Reloads the page once for each build, because a newer release may have removed a file. Reading a storage that is
 * switched off throws, so the error page appears.
 */
export function reloadOnce(error: unknown): Promise<never> {
  const { build = '' } = document.documentElement.dataset
  if (sessionStorage['reloaded'] === build) throw error
  sessionStorage['reloaded'] = build
  location.reload()
  return new Promise(() => {})
}
