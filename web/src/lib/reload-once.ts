/**
 * Handles a file of the app that failed to load. A newer release may have removed the file, so the page reloads once
 * for each build. If the reload does not help, the file is missing or broken, and the error page appears. The error
 * page also appears if the browser's storage is switched off, because reading the storage throws.
 */
export function reloadOnce(error: unknown): Promise<never> {
  const { build = '' } = document.documentElement.dataset
  if (sessionStorage['reloaded'] === build) throw error
  sessionStorage['reloaded'] = build
  location.reload()
  return new Promise(() => {})
}
