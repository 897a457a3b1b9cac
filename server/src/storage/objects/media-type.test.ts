import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { detectType } from './media-type.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const zip = Buffer.from('504b030414000000000000000000000000000000000000000000', 'hex')
const text = Buffer.from('hello')
const xml = Buffer.from('<?xml version="1.0"?><svg/>')
const octets = 'application/octet-stream'

suite('the type of a file', () => {
  for (const [what, bytes, declared, expected] of [
    ['a picture', png, 'image/png', 'image/png'],
    ['a picture that was sent as nothing in particular', png, octets, 'image/png'],
    [
      'a document that is a zip inside',
      zip,
      'application/vnd.oasis.opendocument.text',
      'application/vnd.oasis.opendocument.text',
    ],
    ['text', text, 'text/plain', 'text/plain'],
    ['a picture of which nothing is said', png, 'text/plain', 'text/plain'],
    ['JSON', Buffer.from('{}'), 'application/json', 'application/json'],
    ['a drawing', xml, 'image/svg+xml', 'image/svg+xml'],
    ['a table from another time', Buffer.from('caf\u00e9', 'latin1'), 'text/csv', 'text/csv'],
    ['a table of wide characters', Buffer.from('\ufeffa;b', 'utf16le'), 'text/csv', 'text/csv'],
    ['bytes of no kind', text, octets, octets],
    ['a kind that has no signature', text, 'application/x-own', 'application/x-own'],
  ] as const) {
    test(`${what} is ${expected}`, async () => {
      assert.equal(await detectType(bytes, declared), expected)
    })
  }

  for (const [what, bytes, declared, noun] of [
    ['a picture as another kind', png, 'image/jpeg', 'image'],
    ['a picture as a page', png, 'text/html', 'text file'],
    ['text as a picture', text, 'image/png', 'image'],
    ['text as a picture of an unknown kind', text, 'image/x-unknown', 'image'],
    ['text as PDF', text, 'application/pdf', 'PDF'],
    ['text as a film', text, 'video/mp4', 'video'],
    ['text as music', text, 'audio/mpeg', 'audio file'],
    ['a zip as a picture', zip, 'image/png', 'image'],
    ['bytes of no kind as a table', Buffer.from('a\0b'), 'text/csv', 'text file'],
    ['bytes of no kind as a page', Buffer.from('\x01\0'), 'text/html', 'text file'],
    [
      'bytes of no kind as JSON',
      Buffer.from('{"a":"\0"}'),
      'application/json',
      'file of type application/json',
    ],
    ['XML as a picture', xml, 'image/png', 'image'],
  ] as const) {
    test(`${what} is refused, and the reason names the type`, async () => {
      const message = `This isn't a valid ${noun}.`
      await assert.rejects(detectType(bytes, declared), { status: 415, message })
    })
  }
})
