import { createHmac } from 'node:crypto'

/** The headers of a person. */
export function signedIn({ jwtSecret }: { jwtSecret: string }, sub: string) {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ sub, role: 'authenticated' })}`
  const signature = createHmac('sha256', jwtSecret).update(body).digest('base64url')
  return { authorization: `Bearer ${body}.${signature}` }
}
