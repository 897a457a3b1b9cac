// Reads settings that are addresses: the site, trusted proxies, and URLs to which links may redirect.
import { isIP } from 'node:net'
import { z } from 'zod'
import { StartupFailure } from '../startup/startup-failure.ts'
import { isLoopback } from '../urls.ts'

export const siteUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
  .refine((text) => new URL(text).pathname === '/', 'must not have a path')
  .transform((text) => new URL(text).origin)

export const addressRanges = z
  .string()
  .transform((text) => text.split(',').map((range) => range.trim()))
  .refine((ranges) => ranges.every(isAddressRange), 'must list IP addresses or CIDR ranges')

/** The URLs to which links may redirect, in addition to SITE_URL. Mobile apps may have their own URL schemes. */
export const addressList = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .refine((list) => list.every(isPlainAddress), 'must list addresses, such as myapp://signed-in')

interface SiteSettings {
  SITE_URL?: string | undefined
  SMTP_URL?: object | undefined
  HOST: string
  PORT: number
}

/** Requires SITE_URL if other machines can reach the server, or if the server sends emails by SMTP. */
export function readSite({ SITE_URL: site, SMTP_URL: smtp, HOST: host, PORT: port }: SiteSettings) {
  if (site !== undefined) return site
  const ownUrl = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  if (isLoopback(host) && smtp === undefined) return ownUrl
  const reason = isLoopback(host)
    ? `SMTP_URL sends emails to others, but without SITE_URL their links lead to ${ownUrl}`
    : `HOST=${host} lets others reach the server, but without SITE_URL the links in emails lead to this machine only`
  throw new StartupFailure(`${reason}. Set SITE_URL to the address that people type.`)
}

function isAddressRange(range: string) {
  const [address = '', bits, ...rest] = range.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  const longest = version === 4 ? 32 : 128
  return bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= longest)
}

function isPlainAddress(address: string) {
  if (!URL.canParse(address)) return false
  const { username, password, search, hash, protocol } = new URL(address)
  return (
    !username && !password && !search && !hash && !/^(?:javascript|data|file|blob):$/.test(protocol)
  )
}
