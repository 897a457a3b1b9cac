// Makes self-signed certificates for SAML, with only the fields that X.509 requires.
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

export interface SigningKey {
  privateKey: string
  certificate: string
}

const oneDayMs = 86_400_000
const commonName = '2.5.4.3'
const rsaWithSha256 = '1.2.840.113549.1.1.11'

export function newSigningKey(name: string): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const algorithm = sequence(objectId(rsaWithSha256), der(0x05))
  const subject = sequence(der(0x31, sequence(objectId(commonName), der(0x0c, Buffer.from(name)))))
  const certificateBody = sequence(
    der(0x02, Buffer.from([1]), randomBytes(8)),
    algorithm,
    subject,
    sequence(utcTime(Date.now() - oneDayMs), utcTime(Date.now() + oneDayMs)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', certificateBody, privateKey)
  const signedCertificate = sequence(
    certificateBody,
    algorithm,
    der(0x03, Buffer.from([0]), signature),
  )
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${wrapLines(signedCertificate.toString('base64'))}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, ...parts: Buffer[]) {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content])
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content])
}

function sequence(...parts: Buffer[]) {
  return der(0x30, ...parts)
}

function objectId(text: string) {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(encodeBase128)]))
}

function encodeBase128(number: number): number[] {
  const digits = [number & 0x7f]
  for (let remaining = number >> 7; remaining > 0; remaining >>= 7)
    digits.unshift((remaining & 0x7f) | 0x80)
  return digits
}

function utcTime(timestampMs: number) {
  const digits = new Date(timestampMs).toISOString().replaceAll(/[-:T]|\.\d+/gu, '')
  return der(0x17, Buffer.from(digits.slice(2)))
}

function wrapLines(text: string) {
  return text.replaceAll(/.{64}(?=.)/gu, '$&\n')
}
