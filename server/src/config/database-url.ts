// DATABASE_URL, as libpq has it: it may name several hosts, of which one takes writes. Each becomes an address of its own.
import { z } from 'zod'

const shape = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/su
const address = z.url({ protocol: /^postgres(ql)?$/ })
const wishes = new Set(['read-write', 'primary'])
const example = 'must look like postgres://user:password@host:5432/database'

export const singleUrl = z.url({ protocol: /^postgres(ql)?$/, error: example })

export const databaseUrl = z
  .string()
  .refine((text) => addressesIn(text).every((one) => address.safeParse(one).success), example)
  .refine(
    (text) => addressesIn(text).length === 0 || wantsWrites(text),
    'may have target_session_attrs=read-write and no other',
  )
  .transform((text) => addressesIn(text).flatMap(inQuery))

/** `postgres://a:5432,b:5433/db` names two. */
function addressesIn(text: string) {
  const [, before = '', hosts = '', after = ''] = shape.exec(text) ?? [undefined, text]
  return hosts.split(',').map((host) => before + host + after)
}

/** So does `postgres:///db?host=a,b&port=5432,5433`. */
function inQuery(text: string) {
  const url = new URL(text)
  const hosts = url.searchParams.get('host')?.split(',') ?? []
  if (hosts.length < 2 && !url.searchParams.has('target_session_attrs')) return [text]
  const ports = url.searchParams.get('port')?.split(',') ?? []
  url.searchParams.delete('target_session_attrs')
  if (hosts.length === 0) return [url.href]
  return hosts.map((host, at) => {
    const port = ports[at] ?? ports[0]
    const own = new URL(url)
    own.searchParams.set('host', host)
    if (port !== undefined) own.searchParams.set('port', port)
    return own.href
  })
}

function wantsWrites(text: string) {
  return addressesIn(text).every((one) => {
    const wish = URL.canParse(one) && new URL(one).searchParams.get('target_session_attrs')
    return !wish || wishes.has(wish)
  })
}
