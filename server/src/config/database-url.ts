// Parses DATABASE_URL, which has the format of libpq. Returns one URL for each host.
import { z } from 'zod'

const urlParts = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/su
const address = z.url({ protocol: /^postgres(ql)?$/ })
const allowedTargets = new Set(['read-write', 'primary'])
const example = 'must look like postgres://user:password@host:5432/database'

export const singleUrl = z.url({ protocol: /^postgres(ql)?$/, error: example })

export const databaseUrl = z
  .string()
  .refine((text) => splitHosts(text).every((one) => address.safeParse(one).success), example)
  .refine(
    (text) => splitHosts(text).length === 0 || wantsWrites(text),
    'may have target_session_attrs=read-write and no other',
  )
  .transform((text) => splitHosts(text).flatMap(splitHostParameter))

/** Splits `postgres://a:5432,b:5433/db`, which names two hosts. */
function splitHosts(text: string) {
  const [, before = '', hosts = '', after = ''] = urlParts.exec(text) ?? [undefined, text]
  return hosts.split(',').map((host) => before + host + after)
}

/** Splits `postgres:///db?host=a,b&port=5432,5433`, which also names two hosts. */
function splitHostParameter(text: string) {
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
  return splitHosts(text).every((one) => {
    const wish = URL.canParse(one) && new URL(one).searchParams.get('target_session_attrs')
    return !wish || allowedTargets.has(wish)
  })
}
