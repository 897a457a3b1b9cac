// Fills the server's token cache before memory is measured. The cache is bounded, but its growth would look like a
// leak.
import { createHmac } from 'node:crypto'
import { readJobsAs, type Visitor } from './visitor.ts'

/** The maximum number of tokens that a server caches. */
const maxCachedTokens = 5000
/** This padding makes each token as long as a token from a sign-in. */
const padding = 'x'.repeat(420)
const concurrency = 8

/** Sends `maxCachedTokens` requests of one user, each with a different token. */
export async function fillTokenCache(visitor: Visitor, jwtSecret: string) {
  const { person } = visitor
  let sentCount = 0
  const sendRequests = async () => {
    while (sentCount < maxCachedTokens) {
      sentCount += 1
      const claims = { sub: person.id, role: 'authenticated', number: sentCount, padding }
      const authorization = `Bearer ${signToken(claims, jwtSecret)}`
      const headers = { ...person.headers, authorization }
      const { status, code } = await readJobsAs({ person: { ...person, headers } })
      if (status !== 200) throw new Error(`A token was refused: ${status} ${code}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sendRequests))
}

function signToken(claims: object, secret: string) {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}
