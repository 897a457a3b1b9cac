import { z } from 'zod/mini'

const timeoutMs = 15_000

const publicConfig = z.object({ url: z.string(), anonKey: z.string() })

/** Fetches the server's public settings: its URL and the anonymous key. */
export async function fetchPublicConfig() {
  const response = await fetch('/config.json', { signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`)
  return publicConfig.parse(await response.json())
}
