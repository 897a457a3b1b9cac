import { z } from 'zod/mini'

const publicConfig = z.object({ url: z.string(), anonKey: z.string() })

/** What the server tells everybody: where it is, and the key of visitors. */
export async function readPublicConfig() {
  const response = await fetch('/config.json')
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`)
  return publicConfig.parse(await response.json())
}
