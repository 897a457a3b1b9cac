// Parses XML from identity providers. Finds elements by their local name, without the namespace prefix.
import { Parser, processors } from 'xml2js'
import { z } from 'zod'
import { AuthError } from '../errors.ts'

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

const maxDepth = 50
const maxElements = 5000

export async function readXml(xml: string): Promise<Element> {
  refuseUnsafeXml(xml)
  const parser = new Parser({
    explicitCharkey: true,
    emptyTag: () => ({}),
    tagNameProcessors: [checkName, processors.stripPrefix],
    attrNameProcessors: [checkName],
  })
  const document: unknown = await parser.parseStringPromise(xml).catch((error: unknown) => {
    throw error instanceof AuthError ? error : samlRejected('it is not XML.', error)
  })
  const [root] = elementsIn(z.record(z.string(), z.unknown()).parse(document ?? {}))
  if (!root) throw samlRejected('it is empty.')
  return root
}

/**
 * Refuses document types, entity declarations, comments, CDATA sections and processing instructions. All of them begin
 * with `<!` or `<?`. Attacks use them, and no response needs them. An XML declaration at the start is allowed. Also
 * refuses `__proto__`, because an attribute with this name is lost when attributes become object properties.
 */
function refuseUnsafeXml(xml: string) {
  const body = xml.replace(/^\s*<\?xml [^<>?]*\?>/u, '')
  if (/<[!?]|__proto__/u.test(body)) throw samlRejected('it has unsupported parts.')
}

/** These names are refused, because they have a special meaning in JavaScript. */
const reservedNames = new Set(['constructor', 'prototype'])

/** Throws if a part of the name is reserved. The name still includes its namespace prefix. */
function checkName(name: string) {
  if (name.split(':').every((part) => !reservedNames.has(part))) return name
  throw samlRejected('it has unsupported parts.')
}

function elementsIn(contents: Record<string, unknown>): Element[] {
  return Object.entries(contents).flatMap(([name, found]) =>
    [found].flat().map((one) => elementOf(name, one)),
  )
}

function elementOf(name: string, found: unknown): Element {
  const read = content.safeParse(found)
  if (!read.success) throw samlRejected('it cannot be read.', read.error)
  const { $: attributes, _: text, ...contents } = read.data
  return { name, attributes, text: text.trim(), children: () => elementsIn(contents) }
}

/** Collects all elements without recursion, because elements can be nested deeper than the call stack allows. */
export function allElements(root: Element): Element[] {
  const all: Element[] = []
  let level = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    all.push(...level)
    if (depth > maxDepth || all.length > maxElements) throw samlRejected('it is too large.')
    level = level.flatMap(({ children }) => children())
  }
  return all
}

export function childrenNamed(parent: Element, name: string): Element[] {
  return parent.children().filter((child) => child.name === name)
}

/** Returns the only child with this name. Throws if no such child exists or if there are several. */
export function childNamed(parent: Element, name: string): Element {
  const [child, ...others] = childrenNamed(parent, name)
  if (child && others.length === 0) return child
  throw samlRejected(`it does not have exactly one ${name}.`)
}

/** The message contains the reason, because the company's administrator can fix the cause. */
export function samlRejected(reason: string, cause?: unknown) {
  const message = `The sign-in response from your company was not accepted: ${reason}`
  return new AuthError(400, 'validation_failed', message, { cause })
}
