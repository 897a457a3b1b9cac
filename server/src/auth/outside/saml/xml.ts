// XML as others sent it: elements by their names, whatever prefix they have.
import { Parser, processors } from 'xml2js'
import { z } from 'zod'
import { AuthError } from '../../errors.ts'
import { notAccepted } from './refused.ts'

export interface Element {
  name: string
  attributes: Record<string, string>
  text: string
  children: () => Element[]
}

const content = z.looseObject({
  $: z.record(z.string(), z.string()).default({}),
  _: z.string().default(''),
})

const deepest = 50
const most = 5000

export async function readXml(xml: string): Promise<Element> {
  refuseOddities(xml)
  const parser = new Parser({
    explicitCharkey: true,
    emptyTag: () => ({}),
    tagNameProcessors: [plainName, processors.stripPrefix],
    attrNameProcessors: [plainName],
  })
  const document: unknown = await parser.parseStringPromise(xml).catch((error: unknown) => {
    throw error instanceof AuthError ? error : notAccepted('it is no XML.', error)
  })
  const [root] = elementsIn(z.record(z.string(), z.unknown()).parse(document ?? {}))
  if (!root) throw notAccepted('it is empty.')
  return root
}

/**
 * Entities and other declarations of a document's own, comments, sections of characters and instructions are what
 * attacks are made of, and no answer needs them. In what is XML, these signs begin nothing else. An attribute called
 * `__proto__` is lost where names become properties, so that it is looked for before.
 */
function refuseOddities(xml: string) {
  const body = xml.replace(/^\s*<\?xml [^<>?]*\?>/u, '')
  if (/<[!?]|__proto__/u.test(body)) throw notAccepted('it has parts that are not taken.')
}

/** What objects have by themselves: who reads the answer could take one for the other. */
const namesOfObjects = new Set(['constructor', 'prototype'])

/** As it was written, with its prefix. */
function plainName(name: string) {
  if (name.split(':').every((part) => !namesOfObjects.has(part))) return name
  throw notAccepted('it has parts that are not taken.')
}

function elementsIn(contents: Record<string, unknown>): Element[] {
  return Object.entries(contents).flatMap(([name, found]) =>
    [found].flat().map((one) => elementOf(name, one)),
  )
}

function elementOf(name: string, found: unknown): Element {
  const read = content.safeParse(found)
  if (!read.success) throw notAccepted('it cannot be read.', read.error)
  const { $: attributes, _: text, ...contents } = read.data
  return { name, attributes, text: text.trim(), children: () => elementsIn(contents) }
}

/** Level by level: what is nested deeper than the stack is not walked by calls. */
export function everythingIn(root: Element): Element[] {
  const all: Element[] = []
  let level = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    all.push(...level)
    if (depth > deepest || all.length > most) throw notAccepted('it is too large.')
    level = level.flatMap(({ children }) => children())
  }
  return all
}

export function childrenNamed(parent: Element, name: string): Element[] {
  return parent.children().filter((child) => child.name === name)
}

/** Where there has to be exactly one. */
export function childNamed(parent: Element, name: string): Element {
  const [child, ...others] = childrenNamed(parent, name)
  if (child && others.length === 0) return child
  throw notAccepted(`it does not have exactly one ${name}.`)
}
