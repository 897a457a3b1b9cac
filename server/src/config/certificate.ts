// The certificate of a company, as its server shows it: in PEM, or as the base64 of its metadata.
import { X509Certificate } from 'node:crypto'
import { z } from 'zod'

const fewestBits = 2048

/**
 * Of a certificate the key alone counts: companies sign with the same one for many years, and what vouches for it is
 * that the operator wrote it down.
 */
export const certificate = z.string().transform((text, context): string => {
  const read = readCertificate(text.trim())
  if (isUsable(read)) return read.toString()
  context.addIssue({
    code: 'custom',
    message: `must be certificates in PEM or base64, with RSA keys of at least ${fewestBits} bits`,
  })
  return z.NEVER
})

function readCertificate(text: string) {
  try {
    return new X509Certificate(text.startsWith('-----') ? text : Buffer.from(text, 'base64'))
  } catch {
    return undefined
  }
}

function isUsable(read: X509Certificate | undefined): read is X509Certificate {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = read?.publicKey ?? {}
  return type === 'rsa' && (details?.modulusLength ?? 0) >= fewestBits
}
