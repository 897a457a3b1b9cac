import { z } from 'zod/mini'

/** In milliseconds; then it is said that nothing answers. */
const patience = 15_000

const publicConfig = z.object({ url: z.string(), anonKey: z.string() })

/** What the server tells everybody: where it is, and the key of visitors. */
export async function fetchPublicConfig() {
  const response = await fetch('/config.json', { signal: AbortSignal.timeout(patience) })
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`)
  return publicConfig.parse(await response.json())
}
