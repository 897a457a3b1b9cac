import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { detectType } from './media-type.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const zip = Buffer.from('504b030414000000000000000000000000000000000000000000', 'hex')
const text = Buffer.from('hello')
const xml = Buffer.from('<?xml version="1.0"?><svg/>')
const unknownType = 'application/octet-stream'

suite('the type of a file', () => {
  for (const [description, bytes, declared, expected] of [
    ['a picture', png, 'image/png', 'image/png'],
    ['a picture sent as octet-stream', png, unknownType, 'image/png'],
    [
      'a document in a zip container',
      zip,
      'application/vnd.oasis.opendocument.text',
      'application/vnd.oasis.opendocument.text',
    ],
    ['text', text, 'text/plain', 'text/plain'],
    ['a picture without a type', png, 'text/plain', 'text/plain'],
    ['JSON', Buffer.from('{}'), 'application/json', 'application/json'],
    ['an SVG drawing', xml, 'image/svg+xml', 'image/svg+xml'],
    ['a CSV in Latin-1', Buffer.from('caf\u00e9', 'latin1'), 'text/csv', 'text/csv'],
    ['a CSV in UTF-16', Buffer.from('\ufeffa;b', 'utf16le'), 'text/csv', 'text/csv'],
    ['unknown bytes', text, unknownType, unknownType],
    ['a type without a signature', text, 'application/x-own', 'application/x-own'],
  ] as const) {
    test(`${description} is ${expected}`, async () => {
      assert.equal(await detectType(bytes, declared), expected)
    })
  }

  for (const [description, bytes, declared, noun] of [
    ['a picture as another image type', png, 'image/jpeg', 'image'],
    ['a picture as HTML', png, 'text/html', 'text file'],
    ['text as a picture', text, 'image/png', 'image'],
    ['text as an unknown image type', text, 'image/x-unknown', 'image'],
    ['text as PDF', text, 'application/pdf', 'PDF'],
    ['text as a video', text, 'video/mp4', 'video'],
    ['text as audio', text, 'audio/mpeg', 'audio file'],
    ['a zip as a picture', zip, 'image/png', 'image'],
    ['binary data as CSV', Buffer.from('a\0b'), 'text/csv', 'text file'],
    ['binary data as HTML', Buffer.from('\x01\0'), 'text/html', 'text file'],
    [
      'binary data as JSON',
      Buffer.from('{"a":"\0"}'),
      'application/json',
      'file of type application/json',
    ],
    ['XML as a picture', xml, 'image/png', 'image'],
  ] as const) {
    test(`${description} is refused, and the reason names the type`, async () => {
      const message = `This isn't a valid ${noun}.`
      await assert.rejects(detectType(bytes, declared), { status: 415, message })
    })
  }
})
