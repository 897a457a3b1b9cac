// Reads settings that are addresses: the site, trusted proxies, and places to which links may lead.
import { isIP } from 'node:net'
import { z } from 'zod'

export const siteUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
  .refine((text) => new URL(text).pathname === '/', 'must not have a path')
  .transform((text) => new URL(text).origin)

export const addressRanges = z
  .string()
  .transform((text) => text.split(',').map((range) => range.trim()))
  .refine((ranges) => ranges.every(isAddressRange), 'must list IP addresses or CIDR ranges')

/**
 * The URLs to which links may redirect besides SITE_URL. Any URL scheme is allowed, because a mobile app has its own.
 */
export const addressList = z
  .string()
  .transform((text) => text.split(',').map((address) => address.trim()))
  .refine((list) => list.every(isPlainAddress), 'must list addresses, such as myapp://signed-in')

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
