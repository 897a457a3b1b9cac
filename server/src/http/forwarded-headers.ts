// Warns about a proxy that is missing from TRUSTED_PROXIES, because all visitors behind the proxy share one rate limit.
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../urls.ts'

const forwardedHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip'] as const

export interface UntrustedProxies {
  /** The number of requests with forwarded headers from addresses that are not trusted. */
  requestCount: number
}

/**
 * Counts requests with forwarded headers from untrusted addresses. Logs only the first, because clients could otherwise
 * fill the log.
 */
export function watchForwardedHeaders(
  app: FastifyInstance,
  trustedProxies: readonly string[],
): UntrustedProxies {
  const trusted = toBlockList(trustedProxies)
  const untrusted = { requestCount: 0 }
  app.addHook('onRequest', (request, _reply, done) => {
    const header = forwardedHeaders.find((name) => request.headers[name] !== undefined)
    const { remoteAddress: peer = '' } = request.socket
    if (header && !trusted.check(peer, familyOf(peer))) {
      untrusted.requestCount += 1
      if (untrusted.requestCount === 1) warn(request, header, peer)
    }
    done()
  })
  return untrusted
}

function warn({ log }: FastifyRequest, header: string, peer: string) {
  log.warn(
    `The header ${header} of ${peer} is ignored, because TRUSTED_PROXIES does not name this address. If it is your ` +
      'proxy, add it: until then all visitors share the limits of one address. This line is logged once.',
  )
}

interface SiteSettings {
  siteUrl: string | undefined
  host: string
  trustedProxies: readonly string[]
}

/**
 * Returns a warning if SITE_URL needs a proxy, but no proxy is trusted. HTTPS needs a proxy, because this server serves
 * only plain HTTP.
 */
export function explainMissingProxies({
  siteUrl,
  host,
  trustedProxies,
}: SiteSettings): string | undefined {
  if (siteUrl === undefined || trustedProxies.length > 0) return undefined
  const site = new URL(siteUrl)
  const isBehindProxy =
    site.protocol === 'https:' || (isLoopback(host) && !isLoopback(site.hostname))
  if (!isBehindProxy) return undefined
  return (
    `SITE_URL=${siteUrl} needs a proxy in front of this server, but TRUSTED_PROXIES is not set. All visitors then ` +
    'share the limits of one address. Set TRUSTED_PROXIES to the address from which the proxy connects.'
  )
}

function toBlockList(ranges: readonly string[]) {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

function familyOf(address: string) {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}
