// Verifies AWS Signature Version 4 by Amazon's description, without the SDK.
import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Keys {
  keyId: string
  key: string
}

const authorizationPattern =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

/** Returns the code of the refusal, or undefined if the signature is valid. */
export function refusalOf(request: IncomingMessage, body: Buffer, keys: Keys): string | undefined {
  const match = authorizationPattern.exec(request.headers.authorization ?? '')
  if (!match) return 'AccessDenied'
  const [, keyId = '', day = '', region = '', names = '', signature = ''] = match
  if (keyId !== keys.keyId) return 'InvalidAccessKeyId'
  const timestamp = headerOf(request, 'x-amz-date')
  if (!timestamp.startsWith(day) || Math.abs(Date.now() - parseTimestamp(timestamp)) > 15 * 60_000)
    return 'RequestTimeTooSkewed'
  const payload = headerOf(request, 'x-amz-content-sha256')
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body).toString('hex'))
    return 'XAmzContentSHA256Mismatch'
  const scope = `${day}/${region}/s3/aws4_request`
  const stringToSign = [
    'AWS4-HMAC-SHA256',
    timestamp,
    scope,
    sha256(canonicalRequest(request, names.split(';'), payload)).toString('hex'),
  ]
  const steps = [day, region, 's3', 'aws4_request']
  const secret = steps.reduce((key, step) => hmac(key, step), Buffer.from(`AWS4${keys.key}`))
  return hmac(secret, stringToSign.join('\n')).toString('hex') === signature
    ? undefined
    : 'SignatureDoesNotMatch'
}

function canonicalRequest(request: IncomingMessage, names: string[], payload: string) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3')
  const query = [...searchParams].map(([name, value]) => `${uriEncode(name)}=${uriEncode(value)}`)
  const headers = names.map((name) => `${name}:${headerOf(request, name).trim()}\n`)
  return [
    request.method,
    pathname,
    query.toSorted().join('&'),
    headers.join(''),
    names.join(';'),
    payload,
  ].join('\n')
}

export function headerOf({ headers }: IncomingMessage, name: string) {
  const value = headers[name]
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}

function uriEncode(stringToSign: string) {
  return encodeURIComponent(stringToSign).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Parses a time such as 20260131T030000Z. */
function parseTimestamp(stringToSign: string) {
  return Date.parse(stringToSign.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
}

function sha256(content: string | Buffer) {
  return createHash('sha256').update(content).digest()
}

function hmac(key: Buffer, stringToSign: string) {
  return createHmac('sha256', key).update(stringToSign).digest()
}
