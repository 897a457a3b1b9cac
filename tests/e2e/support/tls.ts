// Adds TLS in front of a server, as an operator's proxy does. Secure cookies require TLS.
import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { newSigningKey } from '../../support/saml/certificate.ts'

export async function startTls() {
  const { privateKey: key, certificate: cert } = newSigningKey('localhost')
  let product = ''
  const server = createServer({ key, cert }, (incoming, response) => {
    const { method, headers, url = '/' } = incoming
    const outgoing = request(`${product}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    /** All other test servers use 127.0.0.1. The host name localhost makes this server another site. */
    url: `https://localhost:${typeof address === 'object' ? address?.port : 0}`,
    leadTo: (url: string) => (product = url),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
