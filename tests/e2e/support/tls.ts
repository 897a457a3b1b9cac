// Adds TLS in front of a server, because secure cookies require TLS.
import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { newSigningKey } from '../../support/saml/certificate.ts'

export async function startTlsProxy() {
  const { privateKey: key, certificate: cert } = newSigningKey('localhost')
  let target = ''
  const server = createServer({ key, cert }, (incoming, response) => {
    const { method, headers, url = '/' } = incoming
    const outgoing = request(`${target}${url}`, { method, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    /** Browsers treat this proxy and the other test servers on 127.0.0.1 as different sites. */
    url: `https://localhost:${typeof address === 'object' ? address?.port : 0}`,
    setTarget: (url: string) => (target = url),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
